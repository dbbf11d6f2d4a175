import type { Job } from '#platform/jobs/registry.ts';
import { refreshRecentAwards } from './award-windows.ts';
import { findCopies } from './copies.ts';
import { notifyFansOfTrack } from './fans.ts';
import { sweepTrackChanges } from './search/sweep-changes.ts';
import { rereadTracks } from './upload/reread.ts';
import { sweepUploads } from './upload/sweep.ts';
import { type OnVersionRead, readStoredVersions } from './versions/read-stored.ts';

/** The jobs of tracks, for src/jobs.ts. `onRead`: run when a job has read the stored file of a version. */
export const trackJobs = ({ onRead }: { readonly onRead: readonly OnVersionRead[] }): readonly Job[] => [
  readStoredVersions(onRead),
  sweepUploads,
  sweepTrackChanges,
  refreshRecentAwards,
  rereadTracks,
  findCopies,
  notifyFansOfTrack,
];
