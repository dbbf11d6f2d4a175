import { CompiledQuery } from 'kysely';
import { type JobResult, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { openPool } from '#db/client.ts';
import { StatementNames } from '#db/naming-client.ts';
import { daySeconds, hourSeconds } from '#lib/codes/durations.ts';
import type { Services } from '#platform/context.ts';
import { oneStartAtATime } from '#platform/postgres/start-lock.ts';
import type { JobQueue, Within } from './queue.ts';
import type { Job } from './registry.ts';

/** The queue as seen by the process that owns it. */
export interface RunningQueue extends JobQueue {
  /** `stalled`: running, but without access to its tables for a while; `off`: this process only adds jobs */
  state(): 'ok' | 'stalled' | 'off';
  /** Starts to run jobs. Without it this process only adds them. */
  work(services: Services): Promise<void>;
  /** Lets running jobs finish within the given time and closes the queue's connections. */
  stop(withinMs?: number): Promise<void>;
}

interface Options {
  /** address of the database; the queue has two connections of its own, so that jobs never starve requests */
  url: string;
  jobs: readonly Job[];
  log: Logger;
}

/** The queue polls every 2 to 30 s; no response for this long means that something is wrong. */
const stalledAfterMs = 90_000;
/** Quick jobs that are fetched together; all of them must be done before the first one expires. */
const jobsOfBatch = 20;
/** Runs of a regular job that are made up for together: those of a day, if it runs every minute. */
const missedOfBatch = 1440;
/** A statement of the queue itself. */
const statementTimeoutMs = 60_000;
/** During an outage each worker reports each poll; one log line in this time is enough. */
const quietMs = 10_000;

/** Opens the queue in schema `pgboss` of the same database, creating or migrating it if necessary. */
export async function openJobQueue({ url, jobs, log }: Options): Promise<RunningQueue> {
  const byName = new Map(jobs.map((job) => [job.name, job]));
  if (byName.size !== jobs.length) throw new Error('Two jobs have the same name.');
  const pool = openPool(url, { max: 2, applicationName: 'paddock jobs', statementTimeoutMs });
  let answeredAt = performance.now();
  let reportedAt = -quietMs;
  let isStopped = false;
  const boss = new PgBoss({
    db: {
      async executeSql(text, values) {
        // as an object, because named prepared statements would break its migrations
        const result = await pool.query({ text, ...(values ? { values } : {}) });
        answeredAt = performance.now();
        return result;
      },
    },
  });
  boss.on('error', (err) => {
    // jobs that are still running when the time to stop is over are run again later
    if (isStopped || performance.now() - reportedAt < quietMs) return;
    reportedAt = performance.now();
    log.error({ reason: err.message, stack: err.stack }, 'the job queue has a problem');
  });
  boss.on('warning', (warning) => log.warn({ warning }, 'the job queue warns'));
  try {
    await oneStartAtATime(url, async () => {
      await boss.start();
      for (const job of jobs) await prepare(boss, job);
    });
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {});
    await pool.end();
    throw error;
  }
  const workers = new Map<string, string>();
  const names = new StatementNames();
  /** For jobs added outside a transaction: the statement is long and always the same, so it is prepared. */
  const alone = {
    executeSql: (text: string, values: unknown[] = []) => pool.query({ name: names.of(text), text, values }),
  };

  return {
    async add(name, payload, within) {
      const job = byName.get(name);
      if (!job) throw new Error(`There is no job "${name}": add it to the jobs of its feature.ts.`);
      job.check(payload);
      const stored: Stored = within?.requestId ? { ...payload, causedBy: within.requestId } : payload;
      await boss.send(name, stored, { db: within ? inside(within) : alone });
      const wake = async () => {
        const worker = job.inBatches ? undefined : workers.get(name);
        if (worker) boss.notifyWorker(worker); // ours fetches immediately, other processes within seconds
      };
      if (within) within.onCommit(wake);
      else await wake();
    },
    async work(services) {
      for (const job of jobs) workers.set(job.name, await workOn(boss, job, services));
    },
    state() {
      if (workers.size === 0) return 'off';
      return performance.now() - answeredAt > stalledAfterMs ? 'stalled' : 'ok';
    },
    async stop(withinMs = 5000) {
      await boss.stop({ graceful: true, timeout: withinMs });
      isStopped = true;
      await pool.end();
    },
  };
}

/** The queue's own statements in a transaction of the site. */
const inside = ({ db }: Within) => ({
  async executeSql(text: string, values: unknown[] = []) {
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
    return { rows };
  },
});

async function prepare(boss: PgBoss, job: Job): Promise<void> {
  const options = {
    retryLimit: job.retries,
    retryDelay: job.retryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: hourSeconds,
    expireInSeconds: job.mostSeconds,
    deleteAfterSeconds: daySeconds,
  };
  await boss.createQueue(job.name, options);
  if (job.cron) await boss.schedule(job.name, job.cron, {});
}

/** A payload as it is stored: with the request that caused it, whose id is in the log lines of the job. */
type Stored = object & { readonly causedBy?: string };

function workOn(boss: PgBoss, job: Job, services: Services): Promise<string> {
  const pollingIntervalSeconds = job.cron ? 30 : 2;
  const run = async ({ id, data }: { id: string; data: Stored }) => {
    const { causedBy, ...payload } = data;
    const requestId = `job-${id}`;
    const log = causedBy === undefined ? services.log : services.log.child({ causedBy });
    const startedAt = performance.now();
    const end = (outcome: 'done' | 'failed') => {
      services.metrics?.of.jobsRun.inc({ job: job.name, outcome });
      services.metrics?.of.jobSeconds.inc({ job: job.name }, (performance.now() - startedAt) / 1000);
    };
    try {
      await job.run({ ...services, log }, requestId, payload);
      end('done');
    } catch (err) {
      end('failed');
      log.error({ err, job: job.name, requestId }, 'a job failed');
      throw err; // the queue retries it
    }
  };
  if (!job.inBatches && !job.cron)
    return boss.work<Stored>(job.name, { pollingIntervalSeconds }, async (batch) => {
      for (const one of batch) await run(one);
    });
  // regular jobs have waited in large numbers if nobody worked for a while: their payloads are empty, so one run does them all
  const batchSize = job.cron ? missedOfBatch : jobsOfBatch;
  const options = { batchSize, burstWhenBatchFull: true, perJobResults: true } as const;
  return boss.work<Stored>(job.name, { pollingIntervalSeconds, ...options }, async (batch) => {
    const outcomes = new Map<string, Omit<JobResult, 'id'>>();
    const results: JobResult[] = [];
    for (const one of batch) {
      const payload = JSON.stringify({ ...one.data, causedBy: undefined });
      const outcome = outcomes.get(payload) ?? (await outcomeOf(run(one)));
      outcomes.set(payload, outcome);
      results.push({ id: one.id, ...outcome });
    }
    return results;
  });
}

const outcomeOf = (running: Promise<void>): Promise<Omit<JobResult, 'id'>> =>
  running.then(
    () => ({ status: 'completed' }),
    (error: Error) => ({ status: 'failed', output: { message: error.message } }),
  );
