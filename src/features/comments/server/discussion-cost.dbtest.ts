import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { rememberStatements } from '#scripts/bench/statements-seen.ts';
import { bigDb } from '#testing/big-db.ts';
import { testCtx } from '#testing/ctx.ts';
import { costOf } from '#testing/rows-read.ts';
import { countThreads, readThreads } from './threads.ts';

/** Some hundred comments on one track. */
const { db } = await bigDb(6);
const world = await testCtx({ db, site: 'tmnf' });
const seen = rememberStatements();

test('only the comments of the page are joined with those who wrote them', async () => {
  const { all } = await countThreads(world, 1, null);
  expect(all).toBeGreaterThan(300);
  const { rows } = await costOf(db, seen, () => readThreads(world, 1, 0, 10));
  expect(rows).toBeLessThan(100);
  const inOnePage = await readThreads(world, 1, 0, all);
  expect(await readThreads(world, 1, 200, 10)).toEqual(inOnePage.slice(200, 210));
});

test('conversations are counted in an index, without reading a comment', async () => {
  await sql`vacuum analyze comment`.execute(db);
  const { rows, entries } = await costOf(db, seen, () => countThreads(world, 1, null));
  const { all } = await countThreads(world, 1, null);
  expect([rows, entries]).toEqual([0, all]);
});
