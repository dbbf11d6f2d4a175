import type { PersonRow } from '#features/users/list/fields.ts';

/** All fields of GET /api/leaderboards, as in the JSON. */
export interface LeaderboardRow {
  User: PersonRow;
  /** 0-based; also the cursor */
  Position: number;
  /** places climbed since the last snapshot */
  Delta: number;
  ReplayScore: number;
  ReplayWRs: number;
  Top10s: number;
  Replays: number;
}

/** The fields of a request without `fields`. */
export const defaultLeaderboardFields = ['Position', 'User.UserId', 'User.Name', 'ReplayScore'] as const;
