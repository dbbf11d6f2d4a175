import type { Job } from '#platform/jobs/registry.ts';
import { countAroundTrack } from './counting.ts';
import { type BeforeEnd, endDeletedTracks } from './end.ts';
import { endInvitations } from './invitations.ts';
import { releaseTracks } from './release.ts';

/** The jobs of tracks after their upload, for src/jobs.ts. `beforeEnd`: run by other features before a track is removed. */
export const trackLifeJobs = ({ beforeEnd }: { beforeEnd: readonly BeforeEnd[] }): readonly Job[] => [
  releaseTracks,
  endInvitations,
  endDeletedTracks(beforeEnd),
  countAroundTrack,
];
