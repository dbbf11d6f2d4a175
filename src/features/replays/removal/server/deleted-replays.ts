import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { isModerator } from '#lib/codes/level.ts';
import { formatResult } from '#lib/format/result.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx } from '#platform/context.ts';
import { numberKey, rowsBehind, type WalkedList, walkPage } from '#platform/lists/walk.ts';
import { countedScore } from '../../checks/checks.ts';
import { mayRestore } from '../../server/policy.ts';

/** The instant of a deletion in microseconds, as the database stores it. */
const deletedMicros = sql<string>`round(date_part('epoch', replay.deleted_at) * 1000000)::bigint::text`;

/** Its keys stay valid when the replay of an address is restored or erased meanwhile. */
const lastDeleted: WalkedList<Row> = {
  pageSize: 50,
  direction: 'desc',
  keys: [
    {
      of: ({ micros }) => Number(micros),
      column: sql.ref('replay.deleted_at'),
      value: (micros) => sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`,
    },
    numberKey('replay.replay_id', ({ replay_id }) => replay_id),
  ],
};

/** A page of the viewer's deleted replays, the last deleted first. */
export async function deletedReplays(ctx: Ctx, address: URLSearchParams, pageSize = lastDeleted.pageSize) {
  const list = { ...lastDeleted, pageSize };
  const { rows, next } = await walkPage(list, address, {}, (reading) =>
    rowsBehind(deletedRows(ctx), reading).execute(),
  );
  return {
    next,
    replays: rows.map((row) => {
      const run = { timeMs: row.replay_time_ms, respawns: row.respawns, score: row.replay_score };
      const right = mayRestore(ctx.viewer, { driverId: ctx.viewer.userId, deletedBy: row.deleted_by });
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

type Row = Awaited<ReturnType<ReturnType<typeof deletedRows>['executeTakeFirstOrThrow']>>;

const deletedRows = (ctx: Ctx) =>
  forSite(ctx, 'replay')
    .innerJoin('track as t', (join) =>
      join.onRef('t.site', '=', 'replay.site').onRef('t.track_id', '=', 'replay.track_id'),
    )
    .where('t.site', '=', ctx.site.code)
    .where('replay.user_id', '=', ctx.viewer.userId)
    .where('replay.deleted_at', 'is not', null)
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
          and own.user_id = ${ctx.viewer.userId}))`.as('is_seen'),
    );
