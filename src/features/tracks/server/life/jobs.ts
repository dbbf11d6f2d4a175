import type { Job } from '#platform/jobs/registry.ts';
import { countAroundTrack } from './counting.ts';
import { type BeforeEnd, endDeletedTracks } from './end.ts';
import { endInvitations } from './invitations.ts';
import { releaseTracks } from './release.ts';

/** The jobs of a track's later life, for src/jobs.ts. `beforeEnd`: what other features do before a track is gone. */
export const trackLifeJobs = ({ beforeEnd }: { beforeEnd: readonly BeforeEnd[] }): readonly Job[] => [
  releaseTracks,
  endInvitations,
  endDeletedTracks(beforeEnd),
  countAroundTrack,
];
