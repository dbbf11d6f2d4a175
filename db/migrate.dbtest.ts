import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { allSites } from '#sites/all.ts';
import { cloneDb, testDb } from '#testing/db.ts';
import { schemaOf } from '#testing/schema.ts';
import { baseline, baselineName } from './baseline/index.ts';
import { openDb } from './client.ts';
import { migrateDown, migrateUp, migrationStatus, stepsOfNewerVersion } from './migrate.ts';
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

test('an older version starts on the schema of a newer one, and leaves its steps to that one', async () => {
  const { db: upgraded, drop } = await cloneDb(url, { empty: true });
  const next = {
    ...migrations,
    '9998-a-table-of-the-next-version': {
      up: (tx: Kysely<unknown>) => tx.schema.createTable('next_thing').addColumn('id', 'integer').execute(),
      down: (tx: Kysely<unknown>) => tx.schema.dropTable('next_thing').execute(),
    },
  };
  await migrateUp(upgraded, sites, next);
  const schema = await schemaOf(upgraded);
  expect(await migrateUp(upgraded, sites)).toEqual([]);
  expect(await stepsOfNewerVersion(upgraded)).toEqual(['9998-a-table-of-the-next-version']);
  await expect(migrateDown(upgraded)).rejects.toThrow(
    '9998-a-table-of-the-next-version was made by a newer version. Revert it with that version.',
  );
  expect((await migrationStatus(upgraded)).at(-1)).toMatchObject({ name: Object.keys(next).at(-1) });
  expect(await schemaOf(upgraded)).toEqual(schema);
  expect(await migrateUp(upgraded, sites, next)).toEqual([]);
  expect(await migrateDown(upgraded, next)).toEqual(['9998-a-table-of-the-next-version']);
  expect(await stepsOfNewerVersion(upgraded)).toEqual([]);
  await drop();
});

test('a database that lacks a step before its newest one is refused', async () => {
  const { db: other, drop } = await cloneDb(url, { empty: true });
  await migrateUp(other, sites);
  await sql`delete from kysely_migration where name = ${later.at(-2)}`.execute(other);
  await expect(migrateUp(other, sites)).rejects.toThrow('corrupted migrations');
  await drop();
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
