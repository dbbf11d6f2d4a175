import { sql } from 'kysely';
import { z } from 'zod';
import { changeReplayType } from '#features/tracks/replay-type/server/actions.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import { replayTypes } from '#lib/codes/track.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { defineJob } from '#platform/jobs/registry.ts';
import { lockUntilCommit } from '#platform/lock.ts';
import { classicAgeDays, classicValue } from '../model.ts';
import { ownBoards } from '../user-boards.ts';
import { makeBoardBlocks } from './blocks.ts';
import { ctxOf, expireReplays, refreshStale } from './refresh.ts';

const standard = replayTypes.indexOf('Standard');
const classic = replayTypes.indexOf('Classic');
const reason = `Promoted automatically: its track value reached ${classicValue}.`;

/**
 * The most valuable old Standard track of each environment becomes Classic: at most one per environment and day, so that running
 * twice promotes none twice. A track that a moderator made Standard again is not promoted a second time.
 */
export const promoteClassics = (ctx: Ctx): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await lockUntilCommit(tx, `classics ${tx.site.code}`);
    for (const trackId of await candidates(tx)) await changeReplayType(tx, trackId, classic, reason);
  });

async function candidates({ db, site, clock }: TxCtx): Promise<number[]> {
  const now = clock.now();
  const today = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  const promoted = sql`from moderation_act m where m.site = ${site.code} and m.act = 'track.type' and m.user_id is null
    and m.subject_kind = 'track' and m.reason = ${reason}`;
  const { rows } = await sql<{ track_id: number }>`
    select distinct on (t.environment) t.track_id from track t
    where t.site = ${site.code} and t.replay_type = ${standard} and t.track_value >= ${classicValue}
      and t.is_public and t.is_listed and t.uploaded_at <= ${daysBefore(now, classicAgeDays)}
      and not exists (select ${promoted} and m.subject_id = t.track_id)
      and not exists (select ${promoted} and m.acted_at >= ${today}
        and (select p.environment from track p where p.site = t.site and p.track_id = m.subject_id) = t.environment)
    order by t.environment, t.track_value desc, t.track_id`.execute(db);
  return rows.map(({ track_id }) => track_id);
}

/** Every midnight (UTC): the snapshot by which contributions and climbed places are measured. */
export const snapshotBoards = defineJob({
  name: 'snapshot-boards',
  input: z.object({}),
  cron: '0 0 * * *',
  async run(services) {
    for (const site of services.sites) {
      const ctx = ctxOf(services, site);
      await refreshStale(ctx);
      await expireReplays(ctx);
      await makeBoardBlocks(ctx, 1);
      await takeSnapshot(ctx);
      await addToHistory(ctx);
      await promoteClassics(ctx);
    }
  },
});

/** Adds the drivers of the last snapshot to the history of the overall leaderboards, once a week. */
export const addToHistory = ({ db, site, clock }: Ctx): Promise<unknown> =>
  sql`
  insert into board_history (site, board, user_id, week, position, score)
  select s.site, s.board, s.user_id, date_trunc('week', ${clock.now()}::timestamptz, 'UTC'), s.position, s.score
  from board_snapshot s
  where s.site = ${site.code} and s.environment = 0 and s.board in (${sql.join([...ownBoards.keys()])})
  on conflict do nothing`.execute(db);

/** Stores the position and score of every driver on every board. Writes only what changed. */
export const takeSnapshot = (ctx: Ctx): Promise<void> =>
  inTransaction(ctx, async ({ db, site }) => {
    await sql`
      with live as materialized (
        select board, environment, user_id, score, (row_number() over (
          partition by board, environment order by score desc, records desc, top10s desc, user_id) - 1)::integer as position
        from leaderboard_row where site = ${site.code}
      ), gone as (
        delete from board_snapshot s where s.site = ${site.code} and not exists (select from live l
          where (l.board, l.environment, l.user_id) = (s.board, s.environment, s.user_id))
      )
      insert into board_snapshot as s (site, board, environment, user_id, position, score)
      select ${site.code}, board, environment, user_id, position, score from live
      on conflict (site, board, environment, user_id) do update set position = excluded.position, score = excluded.score
        where (s.position, s.score) is distinct from (excluded.position, excluded.score)`.execute(db);
  });
