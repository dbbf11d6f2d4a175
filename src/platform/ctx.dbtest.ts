import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb as newTestDb, type TestDb } from '#testing/db.ts';
import type { Ctx, TxCtx } from './context.ts';
import { inRetriedTransaction, inTransaction } from './ctx.ts';

let testDb: TestDb;
let ctx: TestCtx;

beforeAll(async () => {
  testDb = await newTestDb();
  ctx = await testCtx({ db: testDb.db });
});
afterAll(() => testDb.drop());

const put = (at: Ctx, name: string) =>
  at.db.insertInto('server_secret').values({ name, value: 'x' }).execute();
const has = async (name: string) =>
  (await ctx.db.selectFrom('server_secret').select('name').where('name', '=', name).execute()).length > 0;

test('effects run after the commit, in order, and see what was written', async () => {
  const seen: unknown[] = [];
  const result = await inTransaction(ctx, async (tx) => {
    tx.onCommit(async () => void seen.push(await has('committed')));
    tx.onCommit(async () => void seen.push('second'));
    await put(tx, 'committed');
    expect(seen).toEqual([]);
    return 'result';
  });
  expect([result, seen]).toEqual(['result', [true, 'second']]);
});

test('a rollback leaves nothing and runs nothing', async () => {
  const seen: string[] = [];
  const failed = inTransaction(ctx, async (tx) => {
    tx.onCommit(async () => void seen.push('effect'));
    await put(tx, 'rolled-back');
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect([await has('rolled-back'), seen]).toEqual([false, []]);
});

test('a commit that fails runs nothing', async () => {
  const seen: string[] = [];
  await sql`create table late (a integer unique deferrable initially deferred)`.execute(ctx.db);
  const failed = inTransaction(ctx, async (tx) => {
    tx.onCommit(async () => void seen.push('effect'));
    await sql`insert into late values (1), (1)`.execute(tx.db);
  });
  await expect(failed).rejects.toThrow(/unique/);
  expect(seen).toEqual([]);
});

test('a failing effect is logged and stops neither the result nor the other effects', async () => {
  const logged: unknown[] = [];
  const seen: string[] = [];
  const log = { ...ctx.log, error: (facts: unknown) => void logged.push(facts) } as unknown as Ctx['log']; // only error is used
  const result = await inTransaction({ ...ctx, log }, async (tx) => {
    tx.onCommit(async () => {
      throw new Error('mail is down');
    });
    tx.onCommit(async () => void seen.push('other'));
    return 1;
  });
  expect([result, seen]).toEqual([1, ['other']]);
  expect(logged).toMatchObject([{ err: { message: 'mail is down' }, requestId: 'test' }]);
});

test('a nested transaction joins the outer one', async () => {
  const seen: string[] = [];
  await inTransaction(ctx, async (outer) => {
    await inTransaction(outer, async (inner) => {
      inner.onCommit(async () => void seen.push('inner'));
      await put(inner, 'joined');
    });
    expect(seen).toEqual([]);
  });
  expect([seen, await has('joined')]).toEqual([['inner'], true]);
});

/** Two transactions that lock the same two rows in opposite orders, the first time only after each has locked one. */
function crossing(seen: string[]) {
  const bothLocked = Promise.withResolvers<void>();
  let locked = 0;
  const lock = (tx: TxCtx, name: string) =>
    sql`select from server_secret where name = ${name} for update`.execute(tx.db);
  const lockBoth = (first: string, second: string) => async (tx: TxCtx) => {
    seen.push(`attempt ${first}`);
    tx.onCommit(async () => void seen.push(`effect ${first}`));
    await lock(tx, first);
    if (++locked === 2) bothLocked.resolve();
    await bothLocked.promise;
    await lock(tx, second);
  };
  return [lockBoth('one', 'two'), lockBoth('two', 'one')];
}

test('a transaction that a deadlock ended runs again, and only its last attempt has effects', async () => {
  await put(ctx, 'one');
  await put(ctx, 'two');
  const seen: string[] = [];
  await Promise.all(crossing(seen).map((run) => inRetriedTransaction(ctx, run)));
  // On a busy machine the repeated attempt can take the first row before the other transaction wakes up, and deadlock again.
  expect(seen.filter((event) => event.startsWith('attempt')).length).toBeGreaterThanOrEqual(3);
  expect(seen.filter((event) => event.startsWith('effect')).sort()).toEqual(['effect one', 'effect two']);
});

test('without retries, the deadlock is a failure of the database', async () => {
  const seen: string[] = [];
  const results = await Promise.allSettled(crossing(seen).map((run) => inTransaction(ctx, run)));
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { reason: 'slow' } });
});

test('any other failure is final', async () => {
  let tries = 0;
  const failed = inRetriedTransaction(ctx, async (tx) => {
    tries++;
    await put(tx, 'one');
  });
  await expect(failed).rejects.toThrow(/duplicate key/);
  expect(tries).toBe(1);
});
