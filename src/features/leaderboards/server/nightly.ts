import { sql } from 'kysely';
import { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { defineJob } from '#platform/jobs/registry.ts';
import { makeBoardBlocks } from './blocks.ts';
import { promoteClassics } from './classics.ts';
import { ctxOf, expireReplays, refreshStale } from './refresh.ts';

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
      await promoteClassics(ctx);
    }
  },
});

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
