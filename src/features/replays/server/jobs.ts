import type { Job } from '#platform/jobs/registry.ts';
import { sweepReplayUploads } from './upload/sweep.ts';

export const replayJobs: readonly Job[] = [sweepReplayUploads];
