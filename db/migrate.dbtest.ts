import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { allSites } from '#sites/all.ts';
import { cloneDb, testDb } from '#testing/db.ts';
import { openDb } from './client.ts';
import { migrateDown, migrateUp, migrationStatus } from './migrate.ts';
import { migrations } from './migrations/index.ts';

/** Partitions of one edition are made and removed like those of four, in a third of the time. */
const sites = (await allSites()).slice(0, 1);
const { db, url } = await testDb({ empty: true });

/** The whole schema as text. */
async function schema(): Promise<string[]> {
  const { rows } = await sql<{ part: string }>`
    select relkind::text || ' ' || relname as part from pg_class where relnamespace = current_schema()::regnamespace
    union all select 'column ' || table_name || '.' || column_name || ' ' || data_type
      from information_schema.columns where table_schema = current_schema()
    union all select 'constraint ' || conrelid::regclass::text || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = current_schema()::regnamespace
    union all select 'function ' || proname from pg_proc where pronamespace = current_schema()::regnamespace
    order by 1`.execute(db);
  return rows.map((row) => row.part).filter((part) => !part.includes('kysely'));
}

test('all steps run up, down and up again, and the way down leaves nothing behind', async () => {
  expect(await migrateUp(db, sites)).toEqual(Object.keys(migrations));
  const first = await schema();
  expect(first.length).toBeGreaterThan(100);
  for (const name of Object.keys(migrations).reverse()) expect(await migrateDown(db)).toEqual([name]);
  expect(await schema()).toEqual([]);
  expect((await migrationStatus(db)).every((step) => step.ranAt === null)).toBe(true);
  await migrateUp(db, sites);
  expect(await schema()).toEqual(first);
}, 120_000);

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

test('an installation with a board of more than 512 drivers skips many versions: a step writes to a table of an earlier one', async () => {
  const blocks = '0034-ranks-without-numbers'; // 0046 fills what it creates
  let undone: string | undefined;
  while (undone !== blocks) [undone] = await migrateDown(db);
  await db.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection); // the rows need no track and no users
    await sql`
      insert into replay (site, replay_id, track_id, user_id, track_version, track_at, replay_at,
        result, replay_time_ms, sha256, file_size, is_best)
      select ${sites[0]?.code}, n, 1, n, 1, now(), now(), n, n, 'file ' || n, 1, true from generate_series(1, 600) n`.execute(
      connection,
    );
  });
  expect(await migrateUp(db, sites)).toContain(blocks);
  const { rows } = await sql`
    select before from rank_block where site = ${sites[0]?.code} order by before`.execute(db);
  expect(rows).toEqual([{ before: 256 }, { before: 512 }]);
  const statistics = await sql`
    select n_distinct from pg_stats where tablename = ${`replay_${sites[0]?.code}`} and attname = 'user_id'`.execute(
    db,
  );
  expect(statistics.rows).toEqual([{ n_distinct: -1 }]);
}, 120_000);
