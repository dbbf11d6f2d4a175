import { recordModeration } from '#features/modlog/server/actions.ts';
import { Level } from '#lib/codes/level.ts';
import type { TxCtx } from '#platform/context.ts';
import { deleteJob, retryJob } from '#platform/jobs/failed.ts';
import { JobForm } from '../../forms.ts';
import { editionSubject } from '../actions.ts';
import { adminAct } from './act.ts';

/** Changes a failed job; `recorded` is the side of the change on which the log names it. */
const jobAct = (
  act: 'job.retry' | 'job.delete',
  change: (tx: TxCtx, queue: string, jobId: string) => Promise<unknown>,
  recorded: 'before' | 'after',
) =>
  adminAct({
    section: 'jobs',
    level: Level.administrator,
    input: JobForm,
    run: async (tx, { Queue, JobId }, reason) => {
      await change(tx, Queue, JobId);
      const facts = { [recorded]: { Job: Queue, JobId } };
      await recordModeration(tx, { act, subject: editionSubject, reason, ...facts });
    },
  });

export const jobActs = {
  'job.retry': jobAct('job.retry', retryJob, 'after'),
  'job.delete': jobAct('job.delete', deleteJob, 'before'),
};
