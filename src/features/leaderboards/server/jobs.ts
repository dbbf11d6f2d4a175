import type { Job } from '#platform/jobs/registry.ts';
import { snapshotBoards } from './nightly.ts';
import { refreshBoards } from './refresh.ts';

/** The jobs of leaderboards, for src/jobs.ts. */
export const leaderboardJobs: readonly Job[] = [refreshBoards, snapshotBoards];
