import type { Job } from '#platform/jobs/registry.ts';
import { refreshRecentAwards } from './award-windows.ts';
import { findCopies } from './copies.ts';
import { notifyFansOfTrack } from './fans.ts';
import { sweepTrackChanges } from './search/sweep-changes.ts';
import { rereadTracks } from './upload/reread.ts';
import { sweepUploads } from './upload/sweep.ts';

/** The jobs of tracks, for src/jobs.ts. */
export const trackJobs: readonly Job[] = [
  sweepUploads,
  sweepTrackChanges,
  refreshRecentAwards,
  rereadTracks,
  findCopies,
  notifyFansOfTrack,
];
