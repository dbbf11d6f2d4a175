import { forSite } from '#db/for-site.ts';
import { rowIdIn } from '#lib/codes/ids.ts';
import { formatTime } from '#lib/format/time.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx } from '#platform/context.ts';
import { assertAllowed, notFound } from '#platform/http/problem.ts';
import { numberKey, rowsBehind, type WalkedList, walkPage } from '#platform/lists/walk.ts';
import { mayEndOnlineRecord } from '../../server/policy.ts';
import { senderState } from './senders.ts';

const newestRecords: WalkedList<Row> = {
  pageSize: 50,
  direction: 'desc',
  keys: [numberKey('online_record_id', (row) => row.online_record_id)],
};

/** What an account has sent that is waiting for a moderator, the newest first. */
export async function waitingRecords(ctx: Ctx, idInPath: string | undefined, address: URLSearchParams) {
  assertAllowed(mayEndOnlineRecord(ctx.viewer));
  const sender = await forSite(ctx, 'profile')
    .where('user_id', '=', rowIdIn(idInPath) ?? 0)
    .select(['user_id as userId', 'name'])
    .executeTakeFirst();
  if (!sender) throw notFound('This user');
  const { rows, next } = await walkPage(newestRecords, address, {}, (reading) =>
    rowsBehind(sentBy(ctx, sender.userId), reading).execute(),
  );
  const tracks = await tracksOf(
    ctx,
    rows.map(({ uid }) => uid),
  );
  return {
    sender,
    state: await senderState(ctx, sender.userId),
    next,
    records: rows.map((row) => ({
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

const sentBy = (ctx: Ctx, userId: number) =>
  forSite(ctx, 'online_record')
    .where('sent_by', '=', userId)
    .where('waits_for', 'is not', null)
    .where('removed_at', 'is', null)
    .select(['online_record_id', 'uid', 'login', 'time_ms', 'mode', 'server', 'sent_at', 'waits_for']);

type Row = Awaited<ReturnType<ReturnType<typeof sentBy>['executeTakeFirstOrThrow']>>;

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
