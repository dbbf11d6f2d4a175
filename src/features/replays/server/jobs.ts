import type { Job } from '#platform/jobs/registry.ts';
import { hintAboutReplay } from '../evidence/server/hint.ts';
import { measureReplays } from '../evidence/server/measure-job.ts';
import { sweepLogins } from '../logins/server/sweep-logins.ts';
import type { OnReplayChange } from '../ranking/server/rank.ts';
import { checkStoredReplays } from '../recheck/server/check-stored-replays.ts';
import { findSameRuns } from '../recheck/server/find-same-runs.ts';
import { endSecrets } from '../secret/server/end-secrets.ts';
import { sweepReplayUploads } from '../upload/server/sweep.ts';

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
