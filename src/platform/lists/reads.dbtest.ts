import { type Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { openDb } from '#db/client.ts';
import type { Database } from '#db/database.ts';
import { newsList } from '#features/news/server/list.ts';
import { Admission } from '#platform/admission/admission.ts';
import { Admitted, whileAdmitted } from '#platform/admission/admitted.ts';
import type { ClientKey } from '#platform/admission/clients.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { makeLog } from '#platform/log.ts';
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

const reads = (timeoutMs: number, connections: number) => {
  const opened = openDb(url, { max: connections, statementTimeoutMs: timeoutMs });
  const listReads = new ListReads({ db: opened.db, connections });
  return { listReads, [Symbol.asyncDispose]: () => opened.close() };
};

test('a list that takes too long is a 503 that says when to come back, and a line in the log with the request', async () => {
  await using limited = reads(1000, 1);
  const lines: { msg: string; values: Record<string, unknown>; requestId: string }[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const routes = { ...app.routes, 'GET /api/news': listEndpoint(slowNews(20)) };
  const ctx = { ...world, listReads: limited.listReads, log };
  const address = '/api/news?name=rain&count=3';
  expect(await new Client(ctx, app.routes).send('GET', address)).toMatchObject({ status: 200 }); // its statement is kept
  const answer = await new Client(ctx, routes).send('GET', address);
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

test('three hundred cancelled lists with long values write little', async () => {
  await using limited = reads(1, 2);
  let bytes = 0;
  const log = makeLog('info', {
    write: (line) => {
      bytes += Buffer.byteLength(line);
    },
  });
  const routes = { ...app.routes, 'GET /api/news': listEndpoint(slowNews(20)) };
  const client = new Client({ ...world, listReads: limited.listReads, log }, routes);
  const name = 'rain'.repeat(8);
  const sent = Array.from({ length: 300 }, (_, n) =>
    client.send('GET', `/api/news?name=${name}${n}&count=3`),
  );
  const answers = await Promise.all(sent);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(10_000);
});

test('the process has separate connections for lists, with a time limit set in the database', async () => {
  await using limited = reads(listTimeoutMs, 1);
  const shown = await limited.listReads.run(async (one: Kysely<Database>) =>
    sql<{ statement_timeout: string }>`show statement_timeout`.execute(one),
  );
  expect(shown.rows).toEqual([{ statement_timeout: '5s' }]);
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

/** Runs as a part of a request of this client. */
const asClient = <T>(client: ClientKey, work: () => Promise<T>) =>
  whileAdmitted(new Admitted(new Admission(), client), work);

test('no statement is refused because others run: a thousand of one page’s wait and are read', async () => {
  await using limited = reads(listTimeoutMs, 2);
  const slow = held();
  const first = [1, 2].map(() => limited.listReads.run(slow.work));
  let done = 0;
  const count = async () => {
    done += 1;
  };
  const others = Array.from({ length: 1000 }, () => limited.listReads.run(count));
  slow.end();
  await Promise.all([...first, ...others]);
  expect(done).toBe(1000);
});

test('expensive statements of one client leave half of the connections to others', async () => {
  await using limited = reads(listTimeoutMs, 4);
  const { listReads } = limited;
  const slow = held();
  const expensive = asClient('network 192.0.2.1', () =>
    Promise.all(Array.from({ length: 10 }, () => listReads.run(slow.work))),
  );
  await expect.poll(() => slow.running).toBe(2);
  expect(await asClient('network 192.0.2.2', () => listReads.run(async () => 'read'))).toBe('read');
  expect(slow.running).toBe(2);
  slow.end();
  await expensive;
  expect(slow.running).toBe(10);
});

test('with one connection clients take turns', async () => {
  await using limited = reads(listTimeoutMs, 1);
  const { listReads } = limited;
  const slow = held();
  const order: string[] = [];
  const of = (client: ClientKey, name: string) =>
    asClient(client, () => listReads.run(async () => void order.push(name)));
  const first = asClient('account 1', () => listReads.run(slow.work));
  const others = [of('account 1', 'one'), of('account 1', 'one'), of('account 2', 'two')];
  slow.end();
  await Promise.all([first, ...others]);
  expect(order).toEqual(['two', 'one', 'one']);
});
