import { type Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { openDb } from '#db/client.ts';
import type { Database } from '#db/database.ts';
import { newsList } from '#features/news/server/list.ts';
import { httpRoutes } from '#http-routes.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { Client } from '#testing/client.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { listEndpoint } from './endpoint.ts';
import { params } from './params.ts';
import { ListReads, listTimeoutMs } from './reads.ts';
import { readPage } from './run.ts';

const { db, url } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });

/** A list of news whose statement takes `seconds`. */
const slowNews = (seconds: number): typeof newsList => ({
  ...newsList,
  visible: () => sql<boolean>`(select pg_sleep(${sql.lit(seconds)}) is not null)`,
});

const reads = (timeoutMs: number, laneWidth: number, waitMs?: number) => {
  const opened = openDb(url, { max: 4, statementTimeoutMs: timeoutMs });
  const listReads = new ListReads({ db: opened.db, laneWidth, ...(waitMs === undefined ? {} : { waitMs }) });
  return { listReads, [Symbol.asyncDispose]: () => opened.close() };
};

test('a list that takes too long is a 503 that says when to come back, and a line in the log with the request', async () => {
  await using limited = reads(100, 1);
  const lines: { msg: string; values: Record<string, unknown>; requestId: string }[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const routes = { ...httpRoutes, 'GET /api/news': listEndpoint(slowNews(20)) };
  const ctx = { ...world, listReads: limited.listReads, log };
  const answer = await new Client(ctx, routes).send('GET', '/api/news?name=rain&count=3');
  expect(answer).toMatchObject({
    status: 503,
    problem: {
      status: 503,
      detail:
        'This search takes too long at the moment. Try again in a few seconds, or ask for less at once.',
    },
  });
  expect(answer.problem).not.toHaveProperty('retryAfterSeconds');
  expect(lines).toMatchObject([
    { msg: 'a list took too long', requestId: 'test', values: { 'filter.name': 'rain', limit: 4 } },
  ]);
});

test('the process has separate connections for lists, with a time limit set in the database', async () => {
  await using limited = reads(listTimeoutMs, 1);
  const shown = await limited.listReads.run('limit', async (one: Kysely<Database>) =>
    sql<{ statement_timeout: string }>`show statement_timeout`.execute(one),
  );
  expect(shown.rows).toEqual([{ statement_timeout: '2s' }]);
});

test('a transaction reads its own rows', async () => {
  await using limited = reads(listTimeoutMs, 1);
  const titles = async (ctx: Ctx) => (await readPage(ctx, newsList, params({ fields: 'Title' }))).rows;
  await inTransaction({ ...world, listReads: limited.listReads }, async (tx) => {
    await sql`insert into account (name, name_key, email, email_key, password_hash, created_at)
      values ('a', 'a', 'a@example.org', 'a@example.org', '', now())`.execute(tx.db);
    await sql`insert into profile (site, user_id, account_id, name, name_folded, registered_at)
      select 'tmnf', 1, account_id, 'a', 'a', now() from account`.execute(tx.db);
    await sql`insert into news (site, news_id, user_id, title, message, posted_at, published_at, updated_at)
      values ('tmnf', 1, 1, 'Fresh', '', now(), now(), now())`.execute(tx.db);
    expect(await titles(tx)).toEqual(['{"Title":"Fresh"}']);
    expect(await titles({ ...world, listReads: limited.listReads })).toEqual([]);
  });
});

/** Work that ends on command. */
function held() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let running = 0;
  return {
    work: async () => {
      running += 1;
      await ended;
    },
    end: () => end(),
    get running() {
      return running;
    },
  };
}
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 60));

test('shapes that are not known to be quick wait for one another; one that was quick overtakes them', async () => {
  await using limited = reads(listTimeoutMs, 1);
  const { listReads } = limited;
  await listReads.run('usual', async () => {});
  const slow = held();
  const unknown = [1, 2, 3].map((n) => listReads.run(`unknown ${n}`, slow.work));
  await aMoment();
  expect(slow.running).toBe(1);
  expect(await listReads.run('usual', async () => 'passed')).toBe('passed');
  slow.end();
  await Promise.all(unknown);
  expect(slow.running).toBe(3);
});

test('a shape that was slow once waits like an unknown one until it has been quick for a while', async () => {
  await using limited = reads(listTimeoutMs, 1);
  const { listReads } = limited;
  await listReads.run('usual', async () => {});
  await listReads.run('usual', () => new Promise((resolve) => setTimeout(resolve, 200)));
  const slow = held();
  const unknown = listReads.run('unknown', slow.work);
  let passed = false;
  const usual = listReads.run('usual', async () => {
    passed = true;
  });
  await aMoment();
  expect(passed).toBe(false);
  slow.end();
  await Promise.all([unknown, usual]);
  expect(passed).toBe(true);
});

test('a request that waits too long, or finds too many waiting, is asked to come back later', async () => {
  await using limited = reads(listTimeoutMs, 1, 80);
  const { listReads } = limited;
  const slow = held();
  const first = listReads.run('unknown 0', slow.work);
  const others = Array.from({ length: 30 }, (_, n) => listReads.run(`unknown ${n + 1}`, slow.work));
  await expect(listReads.run('one too many', slow.work)).rejects.toMatchObject({ status: 503 });
  const refused = await Promise.allSettled(others);
  expect(refused.map(({ status }) => status)).toEqual(others.map(() => 'rejected'));
  slow.end();
  await first;
  expect(await listReads.run('afterwards', async () => 'served')).toBe('served');
});
