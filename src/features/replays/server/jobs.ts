import type { Job } from '#platform/jobs/registry.ts';
import { sweepLogins } from './claims/jobs.ts';
import { hintAboutReplay } from './evidence/hint.ts';
import { measureReplays } from './evidence/jobs.ts';
import { endSecrets } from './secrets-end.ts';
import { sweepReplayUploads } from './upload/sweep.ts';

export const replayJobs: readonly Job[] = [
  sweepReplayUploads,
  endSecrets,
  measureReplays,
  hintAboutReplay,
  sweepLogins,
];
