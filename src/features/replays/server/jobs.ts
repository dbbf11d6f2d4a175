import type { Job } from '#platform/jobs/registry.ts';
import { sweepLogins } from './claims/jobs.ts';
import { hintAboutReplay } from './evidence/hint.ts';
import { measureReplays } from './evidence/jobs.ts';
import type { OnReplayChange } from './rank.ts';
import { findSameRuns } from './same-runs-job.ts';
import { endSecrets } from './secrets-end.ts';
import { checkStoredReplays } from './track-check/job.ts';
import { sweepReplayUploads } from './upload/sweep.ts';

/** `onChange`: run in the transaction in which a job changes the board of a track. */
export const replayJobs = ({
  onChange,
}: {
  readonly onChange: readonly OnReplayChange[];
}): readonly Job[] => [
  sweepReplayUploads,
  endSecrets,
  measureReplays,
  findSameRuns,
  hintAboutReplay,
  sweepLogins,
  checkStoredReplays(onChange),
];
