import type { Job } from '#platform/jobs/registry.ts';
import { findCopies } from '../file/server/find-copies.ts';
import { rereadTracks } from '../file/server/reread.ts';
import { sweepTrackChanges } from '../search-index/server/sweep-changes.ts';
import { sweepUploads } from '../upload/server/sweep.ts';
import { type OnVersionRead, readStoredVersions } from '../versions/server/read-stored.ts';
import { notifyFansOfTrack } from '../visibility/server/notify-fans.ts';
import { refreshRecentAwards } from './award-windows.ts';

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
