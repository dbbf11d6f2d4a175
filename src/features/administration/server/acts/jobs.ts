import { act, type RecordedAct } from '#features/modlog/server/act.ts';
import { recordAct } from '#features/modlog/server/actions.ts';
import { Level } from '#lib/codes/level.ts';
import type { TxCtx } from '#platform/context.ts';
import { deleteJob, retryJob } from '#platform/jobs/failed.ts';
import { JobForm } from '../../forms.ts';
import { editionSubject } from '../actions.ts';
import { adminForm } from './admin-form.ts';

const retry = act({
  name: 'job.retry',
  label: 'Repeated a job',
  group: 'other',
  level: Level.administrator,
  cannot: 'You can’t undo a job that ran.',
});

const drop = act({
  name: 'job.delete',
  label: 'Deleted a job',
  group: 'removed',
  level: Level.administrator,
  cannot: 'Deleted jobs aren’t stored.',
});

/** Acts of administrators on failed jobs. */
export const recordedOnJobs = [retry, drop];

/** Changes a failed job; `recorded` is the side of the change on which the log names it. */
const jobForm = (
  act: RecordedAct,
  change: (tx: TxCtx, queue: string, jobId: string) => Promise<unknown>,
  recorded: 'before' | 'after',
) =>
  adminForm({
    isOfInstallation: true,
    level: act.level,
    input: JobForm,
    run: async (tx, { Queue, JobId }, reason) => {
      await change(tx, Queue, JobId);
      const facts = { [recorded]: { Job: Queue, JobId } };
      await recordAct(tx, act, { subject: editionSubject, reason, ...facts });
    },
  });

export const jobForms = {
  'job.retry': jobForm(retry, retryJob, 'after'),
  'job.delete': jobForm(drop, deleteJob, 'before'),
};
