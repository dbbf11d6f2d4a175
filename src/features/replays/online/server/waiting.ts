import { forSite } from '#db/for-site.ts';
import { idIn, rowIdIn } from '#lib/codes/ids.ts';
import { formatTime } from '#lib/format/time.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx } from '#platform/context.ts';
import { assertAllowed, notFound } from '#platform/http/problem.ts';
import { mayEndOnlineRecord } from '../../server/policy.ts';
import { senderState } from './senders.ts';

const pageSize = 50;

/** What an account has sent that waits for a moderator, the newest first. `after`: the record with which the previous page ended. */
export async function waitingRecords(ctx: Ctx, idInPath: string | undefined, after: string | null) {
  assertAllowed(mayEndOnlineRecord(ctx.viewer));
  const sender = await forSite(ctx, 'profile')
    .where('user_id', '=', rowIdIn(idInPath) ?? 0)
    .select(['user_id as userId', 'name'])
    .executeTakeFirst();
  if (!sender) throw notFound('This user');
  const cursor = idIn(after);
  const rows = await forSite(ctx, 'online_record')
    .where('sent_by', '=', sender.userId)
    .where('waits_for', 'is not', null)
    .where('removed_at', 'is', null)
    .$if(cursor !== null, (query) => query.where('online_record_id', '<', cursor ?? 0))
    .orderBy('online_record_id', 'desc')
    .limit(pageSize + 1)
    .select(['online_record_id', 'uid', 'login', 'time_ms', 'mode', 'server', 'sent_at', 'waits_for'])
    .execute();
  const shown = rows.slice(0, pageSize);
  const tracks = await tracksOf(
    ctx,
    shown.map(({ uid }) => uid),
  );
  return {
    sender,
    state: await senderState(ctx, sender.userId),
    next: rows.length > pageSize ? (shown.at(-1)?.online_record_id ?? null) : null,
    records: shown.map((row) => ({
      recordId: row.online_record_id,
      login: row.login,
      time: formatTime(row.time_ms),
      mode: row.mode,
      server: stripGameText(row.server),
      sentAt: row.sent_at,
      waitsFor: row.waits_for,
      track: tracks.get(row.uid) ?? null,
    })),
  };
}

/** The tracks with these files, each with the times that a moderator compares. */
async function tracksOf(ctx: Ctx, uids: readonly string[]) {
  if (uids.length === 0) return new Map();
  const rows = await forSite(ctx, 'track_version')
    .innerJoin('track as t', (join) =>
      join.onRef('t.site', '=', 'track_version.site').onRef('t.track_id', '=', 'track_version.track_id'),
    )
    .where('t.site', '=', ctx.site.code)
    .where('track_version.uid', 'in', [...new Set(uids)])
    .select(['track_version.uid', 't.track_id', 't.name', 't.author_time_ms'])
    .execute();
  return new Map(
    rows.map((row) => [
      row.uid,
      {
        trackId: row.track_id,
        name: stripGameText(row.name) || `Track ${row.track_id}`,
        authorTime: formatTime(row.author_time_ms),
      },
    ]),
  );
}
