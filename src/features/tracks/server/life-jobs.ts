import type { Job } from '#platform/jobs/registry.ts';
import { endInvitations } from '../authors/server/invitations.ts';
import { type BeforeEnd, endDeletedTracks } from '../deletion/server/remove-deleted.ts';
import { hideIdleBetas } from '../visibility/server/idle-betas.ts';
import { type OnRelease, releaseTracks } from '../visibility/server/release-due.ts';
import { countAroundTrack } from './recount-people.ts';

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
