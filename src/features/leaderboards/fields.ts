import type { PersonRow } from '#features/users/fields.ts';

/** Every field GET /api/leaderboards can be asked for, as it stands in the JSON. */
export interface LeaderboardRow {
  User: PersonRow;
  /** 0-based; also what cursors name */
  Position: number;
  /** places climbed since the last snapshot */
  Delta: number;
  ReplayScore: number;
  ReplayWRs: number;
  Top10s: number;
  Replays: number;
}

/** What a call without `fields` answers with. */
export const defaultLeaderboardFields = ['Position', 'User.UserId', 'User.Name', 'ReplayScore'] as const;
