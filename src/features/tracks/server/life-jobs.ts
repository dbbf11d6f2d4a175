import type { Job } from '#platform/jobs/registry.ts';
import { countAroundTrack } from './counting.ts';
import { type BeforeEnd, endDeletedTracks } from './end.ts';
import { hideIdleBetas } from './idle-betas.ts';
import { endInvitations } from './invitations.ts';
import { type OnRelease, releaseTracks } from './release-due.ts';

/** Functions that the jobs of tracks need from other features. */
interface TrackJobSlots {
  /** run before a track is removed */
  readonly beforeEnd: readonly BeforeEnd[];
  /** run when the date of a track has come */
  readonly onRelease: readonly OnRelease[];
}

/** The jobs of tracks after their upload, for src/jobs.ts. */
export const trackLifeJobs = ({ beforeEnd, onRelease }: TrackJobSlots): readonly Job[] => [
  releaseTracks(onRelease),
  endInvitations,
  hideIdleBetas,
  endDeletedTracks(beforeEnd),
  countAroundTrack,
];
