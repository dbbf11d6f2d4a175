import { expect, test } from 'vitest';
import { allSites } from '#sites/all.ts';
import { cloneDb, testDb } from '#testing/db.ts';
import { schemaOf } from '#testing/schema.ts';
import { baseline, baselineName } from './baseline/index.ts';
import { openDb } from './client.ts';
import { migrateDown, migrateUp, migrationStatus } from './migrate.ts';
import { migrations } from './migrations/index.ts';

/** Partitions of one edition are made and removed like those of four, in a third of the time. */
const sites = (await allSites()).slice(0, 1);
const { db, url } = await testDb({ empty: true });
const later = Object.keys(migrations).slice(1);

test('every step runs up, down to the baseline and up again, and the way down leaves nothing behind', async () => {
  expect(await migrateUp(db, sites, { [baselineName]: baseline })).toEqual([baselineName]);
  const atBaseline = await schemaOf(db);
  expect(await migrateUp(db, sites)).toEqual(later);
  const first = await schemaOf(db);
  expect(first.length).toBeGreaterThan(1000);
  for (const name of later.toReversed()) expect(await migrateDown(db)).toEqual([name]);
  expect(await schemaOf(db)).toEqual(atBaseline);
  const ran = (await migrationStatus(db)).filter((step) => step.ranAt !== null);
  expect(ran.map((step) => step.name)).toEqual([baselineName]);
  expect(await migrateUp(db, sites)).toEqual(later);
  expect(await schemaOf(db)).toEqual(first);
}, 60_000);

test('a second start finds nothing to do', async () => {
  expect(await migrateUp(db, sites)).toEqual([]);
});

test('four concurrent starts create one schema', async () => {
  const { db: other, url: fresh, drop } = await cloneDb(url, { empty: true });
  const starts = [1, 2, 3, 4].map(() => openDb(fresh, { max: 2 }));
  const ran = await Promise.all(starts.map((start) => migrateUp(start.db, sites)));
  expect(ran.filter((names) => names.length > 0)).toEqual([Object.keys(migrations)]);
  expect((await other.selectFrom('site').select('code').execute()).length).toBe(sites.length);
  await Promise.all(starts.map((start) => start.close()));
  await drop();
}, 120_000);
