import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { isModerator } from '#lib/codes/level.ts';
import { formatResult } from '#lib/format/result.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx } from '#platform/context.ts';
import { countedScore } from '../../checks/checks.ts';
import { mayRestore } from '../../server/policy.ts';

const usualPageSize = 50;

/** The place of a replay in the list. It stays valid when the replay is restored or erased meanwhile. */
const CURSOR = /^(\d{1,17})-(\d{1,10})$/;

/** The instant of a deletion in microseconds, as the database stores it. */
const deletedMicros = sql<string>`round(date_part('epoch', replay.deleted_at) * 1000000)::bigint::text`;

/** A page of the viewer's deleted replays, the last deleted first. `after`: the `next` of the previous page. */
export async function deletedReplays(ctx: Ctx, after: string | null, pageSize = usualPageSize) {
  const me = ctx.viewer.userId;
  const [, micros, lastId] = CURSOR.exec(after ?? '') ?? [];
  const rows = await forSite(ctx, 'replay')
    .innerJoin('track as t', (join) =>
      join.onRef('t.site', '=', 'replay.site').onRef('t.track_id', '=', 'replay.track_id'),
    )
    .where('t.site', '=', ctx.site.code)
    .where('replay.user_id', '=', me)
    .where('replay.deleted_at', 'is not', null)
    .$if(micros !== undefined, (query) =>
      query.where(
        sql<boolean>`(replay.deleted_at, replay.replay_id)
          < (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${lastId}::bigint)`,
      ),
    )
    .orderBy('replay.deleted_at', 'desc')
    .orderBy('replay.replay_id', 'desc')
    .limit(pageSize + 1)
    .select([
      'replay.replay_id',
      'replay.replay_time_ms',
      'replay.respawns',
      'replay.replay_score',
      'replay.deleted_at',
      'replay.deleted_by',
      'replay.deletion_reason',
      't.track_id',
      't.name',
      't.primary_type',
    ])
    .select(deletedMicros.as('micros'))
    .select(
      // restoring needs a track that the viewer may see
      sql<boolean>`t.deleted_at is null and (t.is_public and t.is_listed or ${isModerator(ctx.viewer)}
        or exists (select from track_author own where own.site = ${ctx.site.code} and own.track_id = t.track_id
          and own.user_id = ${me}))`.as('is_seen'),
    )
    .execute();
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    next: rows.length > pageSize && last ? `${last.micros}-${last.replay_id}` : null,
    replays: shown.map((row) => {
      const run = { timeMs: row.replay_time_ms, respawns: row.respawns, score: row.replay_score };
      const right = mayRestore(ctx.viewer, { driverId: me, deletedBy: row.deleted_by });
      return {
        replayId: row.replay_id,
        result: formatResult(row.primary_type, run.timeMs, countedScore(row.primary_type, run)),
        track: row.is_seen
          ? { trackId: row.track_id, name: stripGameText(row.name) || `Track ${row.track_id}` }
          : null,
        deletedAt: row.deleted_at ?? ctx.clock.now(),
        deletionReason: row.deletion_reason,
        canRestore: row.is_seen && right.ok,
      };
    }),
  };
}
