import { PostgresDriver, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { testDb } from '#testing/db.ts';
import { watchExchanges } from '#testing/round-trips.ts';

const { db } = await testDb();
await sql`create table line (n integer primary key)`.execute(db);

const lines = async () => {
  const { rows } = await sql<{ n: number }>`select n from line order by n`.execute(db);
  return rows.map(({ n }) => n);
};

test('statements that are not awaited one by one share a round trip with begin, in the order of the calls', async () => {
  const exchanges = watchExchanges();
  await db.transaction().execute(async (tx) => {
    const [, { rows }, built] = await Promise.all([
      sql`insert into line values (1)`.execute(tx),
      sql<{ count: number }>`table line`.execute(tx),
      tx.selectNoFrom(sql<number>`(select count(*)::integer from line)`.as('count')).execute(),
      sql`delete from line`.execute(tx),
    ]);
    expect([rows, built]).toEqual([[{ n: 1 }], [{ count: 1 }]]);
  });
  const words = ['begin', 'insert', 'table', 'select', 'delete'];
  expect(exchanges.map(({ what, word }) => `${what} ${word}`)).toEqual([
    ...words.map((word) => `send ${word}`),
    ...words.map((word) => `receive ${word}`),
    'send commit',
    'receive commit',
  ]);
  expect(await lines()).toEqual([]);
});

test('if one of them fails, its own error is reported, and nothing is stored', async () => {
  const failing = db
    .transaction()
    .execute((tx) =>
      Promise.all([
        sql`insert into line values (2)`.execute(tx),
        sql`insert into line values (2)`.execute(tx),
        sql`insert into line values (3)`.execute(tx),
      ]),
    );
  await expect(failing).rejects.toThrow(/duplicate key/);
  expect(await lines()).toEqual([]);
});

test('what a failed transaction goes on to send during its rollback is refused', async () => {
  let late: Promise<unknown> | undefined;
  const failing = db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx);
    const { rollbackTransaction } = PostgresDriver.prototype;
    onTestFinished(() => {
      PostgresDriver.prototype.rollbackTransaction = rollbackTransaction;
    });
    PostgresDriver.prototype.rollbackTransaction = function (this: PostgresDriver, connection) {
      const ended = Reflect.apply(rollbackTransaction, this, [connection]);
      late = sql`insert into line values (4)`.execute(tx);
      late.catch(() => {});
      return ended;
    };
    throw new Error('refused');
  });
  await expect(failing).rejects.toThrow('refused');
  await expect(late).rejects.toThrow('after the end of its transaction');
  expect(await lines()).toEqual([]);
});
