import { sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import type { Era } from '../board-at.ts';
import type { ReplayViewRow } from '../views.ts';
import { replaysById } from './history.ts';
import { byResult, ofTrack, rankedIn } from './history-sql.ts';

/** Records shown; a track with more shows the latest. */
export const mostRecords = 200;

/**
 * The records of a track while one version was current, the oldest first: each was the best replay when it was posted. One pass along
 * the results: a record is earlier than all that are better.
 */
export async function recordProgress(ctx: Ctx, trackId: number, era: Era): Promise<ReplayViewRow[]> {
  const { rows } = await sql<{ replay_id: number }>`
    select p.replay_id from (
      select r.replay_id, r.replay_at, min(r.replay_at) over (
        order by ${byResult} rows between unbounded preceding and 1 preceding) as better_since
      ${ofTrack(ctx, trackId)} and ${rankedIn(era)}) p
    where p.better_since is null or p.replay_at < p.better_since
    order by p.replay_at desc, p.replay_id desc limit ${sql.lit(mostRecords)}`.execute(ctx.db);
  const ids = rows.map(({ replay_id }) => replay_id).toReversed();
  const replays = await replaysById(ctx, ids);
  return ids.flatMap((id) => replays.get(id) ?? []);
}
