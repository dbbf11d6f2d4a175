import { expect, test } from 'vitest';
import { copyOut } from '#platform/postgres/copy-out.ts';
import { copiedRow } from '#platform/row-index/copied-rows.ts';
import { IndexLoader } from '#platform/row-index/index-loader.ts';
import type { IndexedRow } from '#platform/row-index/row-index.ts';
import { chooser } from '#testing/chooser.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { runSeed } from '#testing/run-seed.ts';
import { makeSearchWorld } from '#testing/search-world.ts';
import { allTracks, largestFirst } from './all-tracks.ts';
import { changedRows } from './track-rows.ts';

const { db, url } = await testDb({ editions: 'all' });
const pick = chooser(runSeed());
const { tracks, changes } = await makeSearchWorld(await testCtx({ db, site: 'tmnf' }), pick);
for (let n = 0; n < 100; n++) await pick.oneOf(changes)();
const task = allTracks(db, 'tmnf', url);

const comparable = (rows: readonly IndexedRow[]) =>
  rows
    .map((row) => ({ ...row, facets: row.facets.toSorted((a, b) => a - b) }))
    .toSorted((a, b) => a.id - b.id);

test('all tracks together are read as they are one by one', async () => {
  const together: IndexedRow[] = [];
  await copyOut(task, (bytes, offset) => {
    const row = copiedRow(bytes, offset, task.columns);
    if (row) together.push(row);
  });
  expect(together.length).toBeGreaterThan(50);
  expect(comparable(together)).toEqual(comparable(await changedRows(db, 'tmnf', tracks, [])));
});

test('indexes are filled one after the other; a failure is reported', async () => {
  const loader = new IndexLoader();
  try {
    const [index, empty] = [await loader.load(task), await loader.load(allTracks(db, 'tmn', url))];
    expect(index.size).toBeGreaterThan(50);
    expect(empty.size).toBe(0);
    await expect(loader.load({ ...task, query: 'select 1 / 0' })).rejects.toThrow('division by zero');
    await expect(loader.load({ ...task, query: 'select 1' })).rejects.toThrow();
    expect((await loader.load(task)).size).toBe(index.size);
    const [closed] = await Promise.allSettled([loader.load(task), loader.close()]);
    expect(closed.status).toBe('rejected');
  } finally {
    await loader.close();
  }
});

test('the site with the most tracks comes first', async () => {
  await db.updateTable('site').set({ tracks: 7 }).where('code', '=', 'tmnf').execute();
  await db.updateTable('site').set({ tracks: 8 }).where('code', '=', 'tmn').execute();
  expect(await largestFirst(db, ['tmnf', 'tmn'])).toEqual(['tmn', 'tmnf']);
  expect(await largestFirst(db, ['tmnf'])).toEqual(['tmnf']);
});
