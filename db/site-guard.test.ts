import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { expect, test } from 'vitest';
import type { Database } from './database.ts';
import { acrossSites, forSite } from './for-site.ts';
import { siteGuard } from './site-guard.ts';

/** Compiles and guards, but has no server. */
const db = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (any) => new PostgresIntrospector(any),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  plugins: [siteGuard()],
});
const ctx = { db, site: { code: 'alpha' } };
const track = db.selectFrom('track');
const profile = db.selectFrom('profile as p').select('p.name');

interface Query {
  execute(): Promise<unknown>;
}
const raw = (statement: ReturnType<typeof sql>): Query => ({ execute: () => statement.execute(db) });

const refused: [string, () => Query][] = [
  ['a read', () => track.selectAll()],
  ['a read of another condition', () => track.selectAll().where('track_id', '=', 7)],
  ['a read by alias', () => db.selectFrom('track as t').select('t.name').where('t.track_id', '=', 7)],
  [
    'a site in one branch of an or',
    () => track.selectAll().where((eb) => eb.or([eb('site', '=', 'alpha'), eb('track_id', '=', 7)])),
  ],
  ['a site that is merely not another', () => track.selectAll().where('site', '<>', 'alpha')],
  [
    'a join without the site',
    () =>
      track
        .innerJoin('track_author as a', 'a.track_id', 'track.track_id')
        .select('a.role')
        .where('track.site', '=', 'alpha'),
  ],
  [
    'two tables tied to nothing but each other',
    () => track.innerJoin('profile as p', 'p.site', 'track.site').select('p.name'),
  ],
  [
    'a sub-query',
    () =>
      db
        .selectFrom('account')
        .select('name')
        .where(({ exists }) => exists(profile.where('p.name', '=', 'alice'))),
  ],
  [
    'a common table',
    () =>
      db
        .with('t', (cte) => cte.selectFrom('track').select('name'))
        .selectFrom('t')
        .selectAll(),
  ],
  ['one half of a union', () => forSite(ctx, 'profile').select('profile.name').union(profile)],
  ['a change', () => db.updateTable('track').set({ name: 'x' }).where('track_id', '=', 7)],
  ['a removal', () => db.deleteFrom('upload').where('upload_key', '=', 'k')],
  ['a raw statement', () => raw(sql`select count(*) from track`)],
  ['a raw statement with a name put in', () => raw(sql`select count(*) from ${sql.table('track')}`)],
  ['a raw change', () => raw(sql`update profile set name = 'x'`)],
  [
    'a raw sub-query',
    () => db.selectFrom('account').select('name').where(sql<boolean>`exists (select from profile)`),
  ],
];

test.each(refused)('%s without a site is refused', async (_, query) => {
  await expect((async () => query().execute())()).rejects.toThrow(/names no site/);
});

const allowed: [string, () => Query][] = [
  ['a read begun with forSite', () => forSite(ctx, 'track').selectAll()],
  ['a condition', () => track.selectAll().where('site', '=', 'alpha')],
  ['a condition among others', () => track.selectAll().where((eb) => eb.and({ site: 'alpha', track_id: 7 }))],
  ['a list of sites', () => track.selectAll().where('site', 'in', ['alpha', 'beta'])],
  [
    'a row of values',
    () => track.selectAll().where((eb) => eb(eb.refTuple('site', 'track_id'), '=', eb.tuple('alpha', 7))),
  ],
  ['a raw condition', () => track.selectAll().where(sql<boolean>`track.site = ${'alpha'}`)],
  [
    'joins on the site',
    () =>
      forSite(ctx, 'track')
        .innerJoin('track_author as a', (join) =>
          join.onRef('a.site', '=', 'track.site').onRef('a.track_id', '=', 'track.track_id'),
        )
        .innerJoin('profile as p', (join) =>
          join.onRef('p.site', '=', 'a.site').onRef('p.user_id', '=', 'a.user_id'),
        )
        .select('p.name'),
  ],
  [
    'a site brought by a table without partitions',
    () =>
      db
        .selectFrom('session')
        .innerJoin('profile as p', (join) =>
          join.onRef('p.site', '=', 'session.site').onRef('p.account_id', '=', 'session.account_id'),
        )
        .select('p.name'),
  ],
  [
    'a sub-query tied to the row around it',
    () =>
      forSite(ctx, 'track').select((eb) =>
        jsonArrayFrom(
          eb
            .selectFrom('track_author as a')
            .select('a.role')
            .whereRef('a.site', '=', 'track.site')
            .whereRef('a.track_id', '=', 'track.track_id'),
        ).as('authors'),
      ),
  ],
  [
    'a row put in',
    () =>
      db.insertInto('profile').values({
        site: 'alpha',
        user_id: 1,
        account_id: 1,
        name: 'a',
        name_folded: 'a',
        registered_at: new Date(0),
      }),
  ],
  [
    'a change',
    () => db.updateTable('track').set({ name: 'x' }).where('site', '=', 'alpha').where('track_id', '=', 7),
  ],
  ['a removal', () => db.deleteFrom('upload').where('site', '=', 'alpha')],
  ['a raw statement', () => raw(sql`select count(*) from track where site = ${'alpha'}`)],
  ['a table that belongs to no site', () => db.selectFrom('account').selectAll()],
  [
    'a look across sites, named as such',
    () => acrossSites(db, 'the totals on the page of all editions').selectFrom('track').selectAll(),
  ],
];

test.each(allowed)('%s passes', async (_, query) => {
  await expect(query().execute()).resolves.toBeDefined();
});

test('inside a transaction the guard is active, and acrossSites passes it', async () => {
  await db.transaction().execute(async (tx) => {
    await expect(tx.selectFrom('track').selectAll().execute()).rejects.toThrow(/forSite\(ctx, 'track'\)/);
    await expect(acrossSites(tx, 'a test').selectFrom('track').selectAll().execute()).resolves.toEqual([]);
  });
});

test('querying across sites requires a reason', () => {
  expect(() => acrossSites(db, ' ')).toThrow(/wants a reason/);
});
