import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDb } from '#testing/db.ts';
import { StatementNames } from './naming-client.ts';
import { DatabaseUnavailable } from './unavailable.ts';

const { db, pool } = await testDb();

test('a statement gets a unique, stable name the fourth time', () => {
  const names = new StatementNames();
  const ask = (text: string) => Array.from({ length: 5 }, () => names.of(text));
  const [first, second, third, fourth, fifth] = ask('select 1 where $1');
  expect([first, second, third]).toEqual([undefined, undefined, undefined]);
  expect(fourth).toMatch(/^often-/);
  expect(fifth).toBe(fourth);
  expect(ask('select 2 where $1')[3]).not.toBe(fourth);
});

test.each([
  'select * from "site" where "code" = $1',
  'select "a"."code", "a".* from "site" as "a" where "code" = $1',
  'update "site" set "profiles" = $1 returning *',
])('%s is never named: a migration would change its result', (text) => {
  const names = new StatementNames();
  expect(Array.from({ length: 6 }, () => names.of(text)).every((name) => name === undefined)).toBe(true);
});

test('the statement of the queue that adds a job is named: it declares the columns of its asterisk', () => {
  const names = new StatementNames();
  const text = `
    INSERT INTO pgboss.job_common (id, data) SELECT id, 2 * data FROM (
      SELECT *, 1 as data FROM json_to_recordset($1::text::json) as x (id uuid)) j RETURNING id`;
  expect(Array.from({ length: 4 }, () => names.of(text)).at(-1)).toBeDefined();
});

test('the number of names and of counted statements is limited', () => {
  const names = new StatementNames();
  for (let n = 0; n < 400; n++) for (let times = 0; times < 4; times++) names.of(`select ${n} where $1`);
  expect(names.of('select 299 where $1')).toBeDefined();
  expect(names.of('select 300 where $1')).toBeUndefined();
});

test('a statement that two thousand others followed is counted again from the start', () => {
  const named = (others: number) => {
    const names = new StatementNames();
    for (let times = 0; times < 3; times++) names.of('select 1 where $1');
    for (let n = 0; n < others; n++) names.of(`select ${n}, $1`);
    return names.of('select 1 where $1') !== undefined;
  };
  expect([named(1999), named(2000)]).toEqual([true, false]);
});

test('a frequent statement is prepared on the connection and returns the same', async () => {
  await db.transaction().execute(async (tx) => {
    const ask = async (n: number) => {
      const { rows } = await sql<{ twice: number }>`select ${n}::integer * 2 as twice`.execute(tx);
      return rows[0]?.twice;
    };
    for (let n = 0; n < 6; n++) expect(await ask(n)).toBe(n * 2);
    const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements
      where statement like '%as twice%' and statement not like '%pg_prepared%'`.execute(tx);
    expect(rows).toHaveLength(1);
  });
});

test('a failing statement reports its own error, however often it is repeated', async () => {
  for (let n = 0; n < 6; n++)
    await expect(sql`select ${'no number'}::text::integer as broken`.execute(db)).rejects.toThrow(
      /invalid input syntax/,
    );
});

test('a commit that no replica has confirmed is no success, although PostgreSQL only warns', async () => {
  const client = await pool.connect();
  client.emit('notice', { routine: 'exec_stmt_raise' });
  await client.query('commit');
  client.emit('notice', { routine: 'SyncRepWaitForLSN' });
  await expect(client.query('commit')).rejects.toThrow(DatabaseUnavailable);
  await client.query('select 1');
  client.release();
});
