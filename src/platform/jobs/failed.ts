import { sql } from 'kysely';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';

/** A job that failed as often as its queue allows. */
export interface FailedJob {
  readonly jobId: string;
  readonly queue: string;
  readonly tries: number;
  readonly createdAt: Date;
  readonly failedAt: Date | null;
  /** the last error, without its stack */
  readonly reason: string;
}

const maxShown = 200;

const reasonOf = (output: unknown): string => {
  const { message, value } = (output ?? {}) as { message?: unknown; value?: unknown }; // what the queue stores of an error
  const text = typeof message === 'string' ? message : JSON.stringify(value ?? output ?? 'no reason stored');
  return text.slice(0, 500);
};

/** Whether the queue has made its tables: not in a process that never opened it. */
const hasQueue = async ({ db }: Pick<Ctx, 'db'>): Promise<boolean> => {
  const { rows } = await sql<{
    there: boolean;
  }>`select to_regclass('pgboss.job') is not null as there`.execute(db);
  return rows[0]?.there === true;
};

/** The jobs of the installation that failed, the latest first. */
export async function failedJobs(ctx: Pick<Ctx, 'db'>): Promise<readonly FailedJob[]> {
  if (!(await hasQueue(ctx))) return [];
  const { rows } = await sql<Omit<FailedJob, 'reason'> & { output: unknown }>`
    select id::text as "jobId", name as queue, retry_count + 1 as tries, created_on as "createdAt",
      completed_on as "failedAt", output
    from pgboss.job where state = 'failed' order by completed_on desc nulls last limit ${maxShown}`.execute(
    ctx.db,
  );
  return rows.map(({ output, ...job }) => ({ ...job, reason: reasonOf(output) }));
}

/** How many jobs of each queue wait, run or failed. */
export async function queueSizes(ctx: Pick<Ctx, 'db'>) {
  if (!(await hasQueue(ctx))) return [];
  const { rows } = await sql<{
    queue: string;
    waiting: number;
    running: number;
    failed: number;
    done: number;
  }>`
    select name as queue,
      count(*) filter (where state in ('created', 'retry'))::integer as waiting,
      count(*) filter (where state = 'active')::integer as running,
      count(*) filter (where state = 'failed')::integer as failed,
      count(*) filter (where state = 'completed')::integer as done
    from pgboss.job where not starts_with(name, '__pgboss') group by name order by name`.execute(ctx.db);
  return rows;
}

/** For how many seconds the oldest job of each queue has been due. */
export async function dueSince(ctx: Pick<Ctx, 'db'>): Promise<readonly { queue: string; seconds: number }[]> {
  if (!(await hasQueue(ctx))) return [];
  const { rows } = await sql<{ queue: string; seconds: number }>`
    select name as queue, extract(epoch from now() - min(start_after))::float8 as seconds from pgboss.job
    where state in ('created', 'retry') and start_after < now() and not starts_with(name, '__pgboss') group by 1`.execute(
    ctx.db,
  );
  return rows;
}

/** Lets a failed job run once more, now; returns its queue. Throws a Problem 404 if it is not a failed one (any more). */
export async function retryJob(tx: TxCtx, queue: string, jobId: string): Promise<void> {
  if (!(await hasQueue(tx))) throw notFound('This job');
  const { rows } = await sql`
    update pgboss.job set state = 'retry', retry_limit = retry_count + 1, completed_on = null, start_after = now()
    where name = ${queue} and id = ${jobId}::uuid and state = 'failed' returning id`.execute(tx.db);
  if (rows.length === 0) throw notFound('This failed job');
}

/** Deletes a failed job. Throws a Problem 404 if it is not a failed one (any more). */
export async function deleteJob(tx: TxCtx, queue: string, jobId: string): Promise<void> {
  if (!(await hasQueue(tx))) throw notFound('This job');
  const { rows } = await sql`
    delete from pgboss.job where name = ${queue} and id = ${jobId}::uuid and state = 'failed' returning id`.execute(
    tx.db,
  );
  if (rows.length === 0) throw notFound('This failed job');
}
