import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openDb } from '#db/client.ts';
import { inTransaction } from '#platform/ctx.ts';
import { openJobQueue } from '#platform/jobs/pg-boss.ts';
import { defineJob, defineSiteJob } from '#platform/jobs/registry.ts';
import { Metrics } from '#platform/metrics/metrics.ts';
import { limits } from '#platform/rate-limits.ts';
import { postgresRateLimits, sweepRateLimits } from '#platform/rate-limits-postgres.ts';
import { loadSecrets } from '#platform/secrets.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';

const { db, url } = await testDb();
const clock = { now: () => new Date() };
const secrets = await loadSecrets(db, clock, '');
const limitsOf = () => postgresRateLimits(db, secrets);

test('two processes that start at the same time agree on the secrets', async () => {
  const [one, two, later] = [
    ...(await Promise.all([loadSecrets(db, clock, ''), loadSecrets(db, clock, '')])),
    await loadSecrets(db, clock, ''),
  ];
  expect(two).toEqual(one);
  expect(later).toEqual(one);
  expect(one?.antiForgery).toMatch(/^[\w-]{43}$/);
  expect(one?.address).not.toBe(one?.antiForgery);
});

test('a limit counts across processes, says when to try again, and can be given back', async () => {
  const [one, two] = [limitsOf(), limitsOf()];
  const [ann, bob] = [{ subject: 'ann' }, { subject: 'bob' }];
  const { points, seconds } = limits.mail;
  await Promise.all(
    Array.from({ length: points }, (_, index) => (index % 2 ? one : two).consume('mail', ann)),
  );
  await expect(one.consume('mail', ann)).rejects.toMatchObject({
    status: 429,
    message: `Too many tries. Wait ${seconds / 60} minutes and try again.`,
    extra: { retryAfterSeconds: expect.any(Number) },
  });
  await expect(two.consume('mail', bob)).resolves.toMatchObject({ resetSeconds: expect.any(Number) });
  await expect(two.consume('register', ann)).resolves.toMatchObject({ resetSeconds: expect.any(Number) });
  await two.reset('mail', ann);
  await expect(one.consume('mail', ann)).resolves.toMatchObject({ resetSeconds: expect.any(Number) });
});

test('all addresses of one /64 share their points, a neighbouring network has its own, and no address is stored', async () => {
  const { points } = limits.register;
  const one = limitsOf();
  for (let used = 0; used < points; used++) {
    await one.consume('register', { address: `2001:db8:1:2::${used.toString(16)}` });
  }
  await expect(one.consume('register', { address: '2001:db8:1:2:9::1' })).rejects.toMatchObject({
    status: 429,
  });
  await expect(one.consume('register', { address: '2001:db8:1:3::1' })).resolves.toMatchObject({
    resetSeconds: expect.any(Number),
  });
  await expect(one.consume('register', { address: '192.0.2.55' })).resolves.toMatchObject({
    resetSeconds: expect.any(Number),
  });
  await expect(one.consume('register', { address: '192.0.2.55', subject: 'x' })).resolves.toMatchObject({
    resetSeconds: expect.any(Number),
  });
  const rows = await db.selectFrom('rate_limit').select('key').execute();
  for (const { key } of rows) expect(key).toMatch(/^[a-z-]+:[\w-]{22}$/);
  expect(rows.length).toBeGreaterThan(3);
});

test('a transaction counts on its own connection, even when there is no other, and a rollback gives the points back', async () => {
  const single = openDb(url, { max: 1, connectTimeoutMs: 1000 });
  const ctx = await testCtx({ db: single.db });
  const who = { subject: 'writer' };
  const { points } = limits.mail;
  const undone = inTransaction(ctx, async (tx) => {
    await tx.limits.consume('mail', who, points);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await inTransaction(ctx, (tx) => tx.limits.consume('mail', who, points));
  await expect(limitsOf().consume('mail', who)).rejects.toMatchObject({ status: 429 });
  await single.close();
});

test('the sweep deletes only expired limits', async () => {
  const now = new Date();
  const row = (key: string, shift: number) => ({ key, points: 1, expire: now.getTime() + shift });
  await db
    .insertInto('rate_limit')
    .values([row('old', -1000), row('new', 60_000)])
    .execute();
  await sweepRateLimits({ db, clock: { now: () => now } });
  const left = await db.selectFrom('rate_limit').select('key').where('key', 'in', ['old', 'new']).execute();
  expect(left).toEqual([{ key: 'new' }]);
});

test('a job runs soon after it was added, with an edition, and is retried if it fails; log and metrics say what caused it', async () => {
  const ran: string[] = [];
  const done = Promise.withResolvers<void>();
  const greet = defineSiteJob({
    name: 'greet',
    input: z.object({ site: z.string(), name: z.string() }),
    async run(ctx, { name }) {
      ran.push(`${ctx.site.code} ${name} ${ctx.viewer.userId}`);
      done.resolve();
    },
  });
  let tries = 0;
  const recovered = Promise.withResolvers<void>();
  const stumble = defineJob({
    name: 'stumble',
    input: z.strictObject({}),
    retryDelaySeconds: 1,
    async run() {
      tries += 1;
      if (tries === 1) throw new Error('on purpose');
      recovered.resolve();
    },
  });
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => lines.push(line) });
  const ctx = { ...(await testCtx({ db, site: 'tmo', log })), metrics: new Metrics({ process: false }) };
  const queue = await openJobQueue({ url, jobs: [greet, stumble], log });
  try {
    await queue.work(ctx);
    await expect(queue.add('greet', { site: 'tmo' })).rejects.toThrow();
    await expect(queue.add('unknown', {})).rejects.toThrow('feature.ts');
    const request = { ...ctx, jobs: queue, requestId: 'request-7' };
    await inTransaction(request, (tx) => tx.jobs.add('stumble', {}));
    await queue.add('greet', { site: 'tmo', name: 'Ann' });
    await done.promise;
    expect(ran).toEqual(['tmo Ann 0']);
    await recovered.promise;
    expect(tries).toBe(2);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ job: 'stumble', causedBy: 'request-7', msg: 'a job failed' }),
    ]);
    expect(await ctx.metrics.report()).toContain('paddock_jobs_run_total{job="stumble",outcome="failed"} 1');
  } finally {
    await queue.stop();
  }
}, 30_000);

test('jobs in batches start within seconds, many at a time, and only those that fail are retried', async () => {
  const ran: number[] = [];
  const done = Promise.withResolvers<void>();
  const count = defineJob({
    name: 'count',
    input: z.object({ n: z.number() }),
    inBatches: true,
    retryDelaySeconds: 1,
    async run(_, { n }) {
      ran.push(n);
      if (n === 2 && ran.filter((one) => one === 2).length === 1) throw new Error('on purpose');
      if (ran.length === 26) done.resolve();
    },
  });
  const services = await testCtx({ db });
  const queue = await openJobQueue({ url, jobs: [count], log: services.log });
  try {
    // more than one batch, added before anyone works on them
    for (let n = 1; n <= 25; n++) await queue.add('count', { n });
    await queue.add('count', { n: 25 }); // in a batch with the same payload
    await queue.work(services);
    await done.promise;
    expect(ran.toSorted((a, b) => a - b)).toEqual([1, 2, ...Array.from({ length: 24 }, (_, i) => i + 2)]);
    const states = async () => {
      const { rows } = await sql<{ state: string; jobs: number }>`
        select state::text, count(*)::integer as jobs from pgboss.job where name = 'count' group by state`.execute(
        db,
      );
      return rows;
    };
    await expect.poll(states, { timeout: 10_000 }).toEqual([{ state: 'completed', jobs: 26 }]);
    expect(ran).toHaveLength(26);
  } finally {
    await queue.stop();
  }
}, 30_000);

test('a regular job that was missed often, because nobody worked, runs once', async () => {
  let runs = 0;
  const done = Promise.withResolvers<void>();
  const tidy = defineJob({
    name: 'tidy',
    input: z.object({}),
    cron: '0 0 1 1 *',
    async run() {
      runs += 1;
      done.resolve();
    },
  });
  const services = await testCtx({ db });
  const queue = await openJobQueue({ url, jobs: [tidy], log: services.log });
  try {
    for (let n = 0; n < 30; n++) await queue.add('tidy', {});
    await queue.work(services);
    await done.promise;
    const waiting = async () => {
      const { rows } = await sql`select from pgboss.job where name = 'tidy' and state <> 'completed'`.execute(
        db,
      );
      return rows.length;
    };
    await expect.poll(waiting, { timeout: 10_000 }).toBe(0);
    expect(runs).toBe(1);
  } finally {
    await queue.stop();
  }
}, 30_000);

test('a job added in a transaction is committed or rolled back with it; one added after the commit is on its own', async () => {
  const note = defineJob({ name: 'note', input: z.object({ text: z.string() }), run: async () => {} });
  const services = await testCtx({ db });
  const queue = await openJobQueue({ url, jobs: [note], log: services.log });
  const ctx = { ...services, jobs: queue };
  const stored = async () => {
    const { rows } = await sql<{ text: string }>`
      select data->>'text' as text from pgboss.job where name = 'note' order by created_on`.execute(db);
    return rows.map(({ text }) => text);
  };
  try {
    const failed = inTransaction(ctx, async (tx) => {
      await tx.jobs.add('note', { text: 'rolled back' });
      throw new Error('on purpose');
    });
    await expect(failed).rejects.toThrow('on purpose');
    await inTransaction(ctx, async (tx) => {
      await tx.jobs.add('note', { text: 'committed' });
      expect(await stored()).toEqual([]);
      tx.onCommit(async () => {
        expect(await stored()).toEqual(['committed']);
        await tx.jobs.add('note', { text: 'after' });
      });
    });
    expect(await stored()).toEqual(['committed', 'after']);
  } finally {
    await queue.stop();
  }
});
