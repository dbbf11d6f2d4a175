import { recordModeration } from '#features/modlog/server/actions.ts';
import { Level } from '#lib/codes/level.ts';
import { deleteJob, retryJob } from '#platform/jobs/failed.ts';
import { JobForm } from '../../forms.ts';
import { editionSubject } from '../actions.ts';
import { adminAct } from './act.ts';

export const jobActs = {
  'job.retry': adminAct({
    section: 'jobs',
    level: Level.administrator,
    input: JobForm,
    run: async (tx, { Queue, JobId }, reason) => {
      await retryJob(tx, Queue, JobId);
      await recordModeration(tx, {
        act: 'job.retry',
        subject: editionSubject,
        reason,
        after: { Job: Queue, JobId },
      });
    },
  }),
  'job.delete': adminAct({
    section: 'jobs',
    level: Level.administrator,
    input: JobForm,
    run: async (tx, { Queue, JobId }, reason) => {
      await deleteJob(tx, Queue, JobId);
      await recordModeration(tx, {
        act: 'job.delete',
        subject: editionSubject,
        reason,
        before: { Job: Queue, JobId },
      });
    },
  }),
};
