import { sql } from 'kysely';
import { rankedPosition } from '#db/positions.ts';
import { replayTypes } from '#lib/codes/track.ts';
import { whole, wholeOrNull } from '#platform/lists/field-kinds.ts';
import { slots } from '#platform/lists/slots.ts';
import type { ReplaysDB } from './source.ts';

/** The number of ranked replays that are better: those with the same result share the place. */
export const adjustedPosition = wholeOrNull<ReplaysDB, 'r' | 't'>(
  () => sql<number | null>`(case when not r.is_outdated and r.revoked_at is null
    then ${rankedPosition('r', slots.site, sql`r.result, '-infinity'::timestamptz, 0`)} end)`,
);

const ownBoards = (['Classic', 'Nadeo', 'Star'] as const).map((name) => sql.lit(replayTypes.indexOf(name)));

/** The driver's row on the overall leaderboard to which the track belongs. */
const onBoard = (column: 'records' | 'top10s') =>
  whole<ReplaysDB, 'r' | 't'>(
    () => sql<number>`coalesce((select ${sql.ref(`l.${column}`)} from leaderboard_row l
      where l.site = ${slots.site} and l.environment = 0 and l.user_id = r.user_id
        and l.board = case when t.replay_type in (${sql.join(ownBoards)}) then t.replay_type else 0 end), 0)`,
  );

export const driverStanding = { ReplayWRs: onBoard('records'), Top10s: onBoard('top10s') };
