import { sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import type { ReplayViewRow } from '../../list/views.ts';
import type { Era } from '../board-at.ts';
import { replaysById } from './history.ts';
import { byResult, ofTrack, rankedIn } from './history-sql.ts';

/** Records shown; a track with more shows the latest. */
const maxRecords = 200;

/**
 * The records of a track while one version was current, the oldest first: each was the best replay when it was posted. Read from the
 * best backwards: the record before is the next best result that was posted earlier. Each step continues along the index where the
 * previous one ended, so all together pass it once at most.
 */
export async function recordProgress(ctx: Ctx, trackId: number, era: Era): Promise<ReplayViewRow[]> {
  const ranked = sql`${ofTrack(ctx, trackId)} and ${rankedIn(era)}`;
  const { rows } = await sql<{ replay_id: number }>`
    with recursive record as (
      (select r.result, r.replay_at, r.replay_id ${ranked} order by ${byResult} limit 1)
      union all
      select earlier.result, earlier.replay_at, earlier.replay_id from record, lateral (
        select r.result, r.replay_at, r.replay_id ${ranked}
          and (${byResult}) > (record.result, record.replay_at, record.replay_id) and r.replay_at < record.replay_at
        order by ${byResult} limit 1) earlier)
    select record.replay_id from record limit ${sql.lit(maxRecords)}`.execute(ctx.db);
  const ids = rows.map(({ replay_id }) => replay_id).toReversed();
  const replays = await replaysById(ctx, ids);
  return ids.flatMap((id) => replays.get(id) ?? []);
}
