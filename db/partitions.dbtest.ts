import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDb } from '#testing/db.ts';
import { sitedTables } from './database.ts';
import { idKinds, nextId } from './ids.ts';
import { ensurePartitions } from './partitions.ts';

const { db } = await testDb();
await ensurePartitions(db, ['alpha', 'beta']);
const at = new Date('2026-01-02T03:04:05Z');

const account = async (name: string) =>
  (
    await db
      .insertInto('account')
      .values({
        name,
        name_key: name,
        email: `${name}@example.net`,
        email_key: `${name}@example.net`,
        email_confirmed_at: at,
        password_hash: 'x',
        supporter_until: null,
        created_at: at,
      })
      .returning('account_id')
      .executeTakeFirstOrThrow()
  ).account_id;

const profile = async (site: string, name: string) =>
  (
    await db
      .insertInto('profile')
      .values({
        site,
        user_id: nextId('user', site),
        account_id: await account(name),
        name,
        name_folded: name,
        registered_at: at,
        custom_title: null,
        user_comments: null,
      })
      .returning('user_id')
      .executeTakeFirstOrThrow()
  ).user_id;

test('a new edition gets its row, its partitions and its sequences', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_class where relname like ${'%\\_alpha'} and relkind in ('r', 'S')
    order by 1`.execute(db);
  expect(rows.map((row) => row.name)).toEqual(
    [...sitedTables.map((table) => `${table}_alpha`), ...idKinds.map((kind) => `${kind}_id_alpha`)].sort(),
  );
  expect(await db.selectFrom('site').where('code', '=', 'alpha').select('code').execute()).toEqual([
    { code: 'alpha' },
  ]);
});

test('an invalid code is refused before anything is created', async () => {
  await expect(ensurePartitions(db, ["x'; drop table site"])).rejects.toThrow(/site_code_check/);
});

test('two processes may create the same edition concurrently', async () => {
  await Promise.all([1, 2, 3].map(() => ensurePartitions(db, ['gamma'])));
  expect((await db.selectFrom('site').where('code', '=', 'gamma').selectAll().execute()).length).toBe(1);
});

test('ids are separate on every site', async () => {
  expect([
    await profile('alpha', 'ann'),
    await profile('alpha', 'ben'),
    await profile('beta', 'cid'),
  ]).toEqual([1, 2, 1]);
});

test('ids end below 2^31', async () => {
  const { rows } = await sql<{ last: number }>`
    select distinct max_value as last from pg_sequences where sequencename like '%\\_id\\_%' and sequencename like '%alpha'`.execute(
    db,
  );
  expect(rows).toEqual([{ last: 2 ** 31 - 1 }]);
  await sql`select setval('user_id_gamma', ${2 ** 31 - 1})`.execute(db);
  await expect(profile('gamma', 'dan')).rejects.toThrow(/maximum value/);
});

test('a row cannot reference a row of another site', async () => {
  const user = await profile('alpha', 'eve');
  await db
    .insertInto('blob')
    .values({ sha256: 'a'.repeat(64), size_bytes: 1, created_at: at })
    .execute();
  const upload = (site: string) =>
    db
      .insertInto('upload')
      .values({
        site,
        upload_key: 'k',
        user_id: user,
        sha256: 'a'.repeat(64),
        thumbnail_sha256: null,
        file_name: 'x.Challenge.Gbx',
        file_size: 1,
        analysis: '{}',
        created_at: at,
        track_id: null,
      })
      .execute();
  await upload('alpha');
  await expect(upload('beta')).rejects.toThrow(/foreign key/);
});

test('a row of an unknown edition is refused', async () => {
  await expect(profile('delta', 'fay')).rejects.toThrow(/user_id_delta/);
});
