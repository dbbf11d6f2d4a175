import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDb } from '#testing/db.ts';

const { db, pool } = await testDb();

test('values have the types of db/tables', async () => {
  const { rows } = await sql<Record<string, unknown>>`select
    9007199254740991::int8 as large, 1.5::numeric as fraction, sum(n) as sum, count(*) as count,
    '2026-03-29'::date as day, '2026-03-29 02:30:00+02'::timestamptz as moment,
    '2026-03-29 02:30:00'::timestamp as clock, array[1, 2]::int8[] as numbers, array['2026-03-29']::date[] as days,
    array[3, null]::int2[] as small, '{"a": 1}'::jsonb as json
    from generate_series(1, 3) n`.execute(db);
  expect(rows[0]).toEqual({
    large: 9007199254740991,
    fraction: 1.5,
    sum: 6,
    count: 3,
    day: '2026-03-29',
    moment: new Date('2026-03-29T00:30:00Z'),
    clock: new Date('2026-03-29T02:30:00Z'),
    numbers: [1, 2],
    days: ['2026-03-29'],
    small: [3, null],
    json: { a: 1 },
  });
});

test('a number that JavaScript cannot represent is an error', async () => {
  await expect(sql`select 9007199254740993::int8 as large`.execute(db)).rejects.toThrow(
    /cannot hold exactly/,
  );
});

test('sessions use UTC, and a statement that runs too long is cancelled', async () => {
  const { rows } = await pool.query(
    `select current_setting('timezone') as zone, current_setting('statement_timeout') as timeout,
     current_setting('application_name') as name`,
  );
  expect(rows).toEqual([{ zone: 'UTC', timeout: '10s', name: 'paddock' }]);
});
