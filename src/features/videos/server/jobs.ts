import type { Job } from '#platform/jobs/registry.ts';
import { fetchVideoPicture } from './picture.ts';

/** The jobs of videos, for src/jobs.ts. */
export const videoJobs: readonly Job[] = [fetchVideoPicture];
