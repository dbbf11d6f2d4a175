import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { allSites } from '#sites/all.ts';
import { cloneDb, type TestDb } from '#testing/db.ts';
import { schemaOf } from '#testing/schema.ts';
import { openDb } from '../client.ts';
import { type Database, sitedTables } from '../database.ts';
import { migrateDown, migrateUp } from '../migrate.ts';
import { migrations } from '../migrations/index.ts';
import { baseline, baselineName, subjects } from './index.ts';

const sites = await allSites();
const sinceBaseline = Object.keys(migrations).slice(1);
const onlyBaseline = { [baselineName]: baseline };
const dump = gunzipSync(readFileSync(new URL('./fixtures/0106.sql.gz', import.meta.url))).toString();

/** A database as the last version before 1.0 left it. Nothing is connected to it, so it can be copied. */
let before: TestDb;
const open = new Set<TestDb>();

beforeAll(async () => {
  before = await cloneDb(inject('testServerUrl'), { empty: true });
  await before.close();
  const client = new pg.Client({ connectionString: before.url });
  await client.connect();
  await client.query(dump).finally(() => client.end());
}, 60_000);

afterAll(async () => {
  for (const one of [...open, before]) await one.drop();
});

async function copyOfBefore(): Promise<TestDb> {
  const server = new URL(inject('testServerUrl'));
  server.searchParams.set('template', new URL(before.url).pathname.slice(1));
  const copy = await cloneDb(server.href, { statementTimeoutMs: 0 });
  open.add(copy);
  return copy;
}

/** A database that began with the baseline: the template of the tests. */
async function fresh(): Promise<TestDb> {
  const copy = await cloneDb(inject('testServerUrl'), { statementTimeoutMs: 0, editions: 'all' });
  open.add(copy);
  return copy;
}

const recorded = async (db: Kysely<Database>) =>
  (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(
    ({ name }) => name,
  );

test('a database of the last version before 1.0 continues from the baseline, with the same schema as a new one', async () => {
  const { db } = await copyOfBefore();
  expect(await recorded(db)).toHaveLength(79);
  expect(await migrateUp(db, sites)).toEqual(sinceBaseline);
  expect(await recorded(db)).toEqual(Object.keys(migrations));
  const schema = await schemaOf(db);
  expect(schema.length).toBeGreaterThan(10_000);
  expect(schema).toEqual(await schemaOf((await fresh()).db));
  expect(await migrateUp(db, sites), 'a second start').toEqual([]);
  expect(await recorded(db)).toEqual(Object.keys(migrations));
}, 60_000);

test('it keeps its rows, and the time of its last migration', async () => {
  const { db } = await copyOfBefore();
  const state = () =>
    sql`
      select (select max(timestamp) from kysely_migration) as at,
        array(select site || ' ' || board_id || ' ' || title from forum_board order by 1) as boards`.execute(
      db,
    );
  const { rows } = await state();
  await migrateUp(db, sites, onlyBaseline);
  expect((await state()).rows).toEqual(rows);
});

test('four concurrent starts continue it once', async () => {
  const { db, url } = await copyOfBefore();
  const starts = [1, 2, 3, 4].map(() => openDb(url, { max: 2 }));
  const ran = await Promise.all(starts.map((start) => migrateUp(start.db, sites, onlyBaseline)));
  expect(ran).toEqual([[], [], [], []]);
  await Promise.all(starts.map((start) => start.close()));
  expect(await recorded(db)).toEqual([baselineName]);
});

test.each(['up', 'down'])('an older one is refused, and stays as it was: migrating %s', async (direction) => {
  const { db } = await copyOfBefore();
  await sql`delete from kysely_migration where name > '0104'`.execute(db);
  const names = await recorded(db);
  await expect(direction === 'up' ? migrateUp(db, sites) : migrateDown(db)).rejects.toThrow(
    'its last migration is 0103-same-runs. It has to be upgraded in two steps: check out the last commit that contains ' +
      'db/migrations/0106-when-packs-were-hidden.ts, start that version once, then start this one.',
  );
  expect(await recorded(db)).toEqual(names);
});

/** Numbers far above those of real migrations. */
const later = {
  ...migrations,
  '9001-trophies': {
    up: async (tx: Kysely<unknown>) => {
      await sql`
        create table trophy (site text not null references site, trophy_id integer, primary key (site, trophy_id))
        partition by list (site)`.execute(tx);
    },
    down: async (tx: Kysely<unknown>) => {
      await sql`drop table trophy`.execute(tx);
    },
  },
  '9002-first-trophies': {
    up: async (tx: Kysely<unknown>) => {
      await sql`insert into trophy (site, trophy_id) select code, n from site, generate_series(1, 600) n`.execute(
        tx,
      );
    },
    down: async (tx: Kysely<unknown>) => {
      await sql`delete from trophy`.execute(tx);
    },
  },
};

test.each([
  ['a new database', fresh],
  ['a database that continued', copyOfBefore],
])(
  'later migrations run on %s, write to tables of earlier ones, and can be reverted',
  async (_name, made) => {
    const { db } = await made();
    await migrateUp(db, sites);
    const schema = await schemaOf(db);
    expect(await migrateUp(db, sites, later)).toEqual(['9001-trophies', '9002-first-trophies']);
    expect(await recorded(db)).toEqual(Object.keys(later));
    const { rows } =
      await sql`select site, count(*)::int as trophies from trophy group by site order by site`.execute(db);
    expect(rows).toEqual(
      sites.map(({ code }) => ({ site: code, trophies: 600 })).sort((a, b) => (a.site < b.site ? -1 : 1)),
    );
    const statistics = await sql`
    select n_distinct from pg_stats where tablename = ${`trophy_${sites[0]?.code}`} and attname = 'trophy_id'`.execute(
      db,
    );
    expect(statistics.rows, 'an upgrade collects statistics').toEqual([{ n_distinct: -1 }]);

    expect(await migrateDown(db, later)).toEqual(['9002-first-trophies']);
    expect(await migrateDown(db, later)).toEqual(['9001-trophies']);
    expect(await schemaOf(db)).toEqual(schema);
    for (const name of sinceBaseline.toReversed()) expect(await migrateDown(db, later)).toEqual([name]);
    expect(await migrateDown(db, later), 'the baseline has no way down').toEqual([]);

    await migrateUp(db, [...sites, { code: 'fifth' }], later);
    const partitions = await sql<{ parent: string }>`
      select inhparent::regclass::text as parent from pg_inherits join pg_class on oid = inhrelid
      where relkind = 'r' and relname like ${'%\\_fifth'}`.execute(db);
    expect(partitions.rows.map(({ parent }) => parent).sort(), 'partitions of a fifth edition').toEqual(
      [...sitedTables, 'trophy'].sort(),
    );
  },
  60_000,
);

test('each file of the baseline is listed, and every index says which query it serves', () => {
  const folder = new URL('./', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  expect(files.sort()).toEqual(subjects.map((subject) => `${subject}.sql`).sort());
  const isIndex = (statement = '') => /^create (unique )?index/m.test(statement);
  const mute = files.flatMap((name) => {
    const statements = readFileSync(new URL(name, folder), 'utf8').split(/;\n/);
    // one comment may be about several indexes in a row
    return statements.filter(
      (statement, at) => isIndex(statement) && !statement.startsWith('--') && !isIndex(statements[at - 1]),
    );
  });
  expect(mute).toEqual([]);
});
