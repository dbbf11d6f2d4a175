import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { ensureBoards } from '#db/boards.ts';
import { acrossSites } from '#db/for-site.ts';
import { ensurePartitions } from '#db/partitions.ts';
import { emailMistake } from '#features/accounts/model.ts';
import { inCommands, verifyPassword } from '#platform/auth/password.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { cast, demoAdministrator } from './cast.ts';
import { seedDemoAtStart } from './demo.ts';
import { demoPassword, demoPasswordFile } from './demo-accounts.ts';
import { makeTrack, makeUser } from './make.ts';
import { addressOf } from './people.ts';
import { seedDemo } from './seed-demo.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'paddock-demo-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const { db } = await testDb();
const known = await testCtx({ db });
const [model] = known.sites;
if (!model) throw new Error('sites/ is empty');
/** A new edition with every environment. */
const fifth = {
  ...model,
  code: 'fifth',
  label: 'FIFTH',
  environments: [1, 2, 3, 4, 5, 6, 7],
  cars: [1, 2, 3, 4, 5, 6, 7],
  formats: ['TMU' as const, 'TMF' as const],
};
await ensurePartitions(db, ['fifth']);
await ensureBoards(db, ['fifth']);
/** One small edition, and a second one later, show what happens in each; life.dbtest.ts reads whole ones. */
const tracks = 24;
const first = known.sites.slice(0, 1);
const services = { ...known, sites: first };
const all = acrossSites(db, 'the test looks at the demo of every edition');
const counts = async () => {
  const rows = await all
    .selectFrom('track')
    .select(['site', (eb) => eb.fn.countAll<number>().as('tracks')])
    .groupBy('site')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.site, row.tracks]));
};

test('a new installation gets the cast and its tracks in every edition; the next start adds nothing', async () => {
  const told: string[] = [];
  const tell = ({ code }: { code: string }) => void told.push(code);
  expect(await seedDemoAtStart({ services, dataDir, tracks, seeded: tell })).toEqual({ hasDemo: true });
  expect(told).toEqual(first.map(({ code }) => code));
  const seeded = await counts();
  expect(seeded).toEqual(Object.fromEntries(first.map((site) => [site.code, tracks])));
  expect(await seedDemoAtStart({ services, dataDir, tracks })).toEqual({ hasDemo: true });
  expect(await counts()).toEqual(seeded);
  expect(known.mail.sent).toEqual([]);
}, 300_000); // also on a busy machine

test('the demo is the same every time', async () => {
  const other = await testDb();
  const again = await testCtx({ db: other.db });
  await seedDemo({ services: again, password: 'irrelevant here', sites: first, tracks });
  const site = model.code;
  const print = async (ctx: Pick<TestCtx, 'db'>) => {
    const across = acrossSites(ctx.db, 'the test compares whole worlds');
    const { rows } = await sql`
      select (select md5(string_agg(text || comment_at || user_id, '|' order by comment_id)) from comment where site = ${site}) as said,
        (select md5(string_agg(text || posted_at || user_id, '|' order by post_id)) from forum_post where site = ${site}) as posted,
        (select md5(string_agg(replay_time_ms || ' ' || replay_at || coalesce(top_position, -1), '|' order by replay_id)) from replay where site = ${site}) as driven,
        (select md5(string_agg(title || published_at || thumbnail, '|' order by video_id)) from video where site = ${site}) as shown,
        (select md5(string_agg(user_id || ' ' || score, '|' order by board, environment, user_id)) from leaderboard_row where site = ${site}) as boards`.execute(
      across,
    );
    return rows;
  };
  expect(await print(again)).toEqual(await print(known));
});

test('an edition added later gets its demo at the next start', async () => {
  await seedDemoAtStart({ services: { ...services, sites: [...first, fifth] }, dataDir, tracks });
  expect(await counts()).toMatchObject({ fifth: tracks });
  const rows = await db
    .selectFrom('track')
    .select('environment')
    .distinct()
    .where('site', '=', 'fifth')
    .orderBy('environment')
    .execute();
  expect(rows.map((row) => row.environment)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test('an interrupted run is completed, and existing tracks stay unchanged', async () => {
  const site = model.code;
  const last = db.selectFrom('track').select('track_id').where('site', '=', site).orderBy('track_id', 'desc');
  const { track_id } = await last.limit(1).executeTakeFirstOrThrow();
  await db
    .updateTable('upload')
    .set({ track_id: null })
    .where('site', '=', site)
    .where('track_id', '=', track_id)
    .execute();
  for (const table of ['track_author', 'track_version', 'track'] as const)
    await db.deleteFrom(table).where('site', '=', site).where('track_id', '=', track_id).execute();
  expect(await seedDemo({ services, password: demoPassword(dataDir), tracks })).toEqual({ tracks: 1 });
  expect((await counts())[site]).toBe(tracks);
});

test('one generated password is valid for every account of the cast, and only its owner can read it', async () => {
  const accounts = await db.selectFrom('account').select(['name', 'password_hash']).execute();
  expect(accounts.map((account) => account.name).sort()).toEqual(cast.map((member) => member.name).sort());
  const hashes = new Set(accounts.map((account) => account.password_hash));
  expect(hashes.size).toBe(1);
  expect(await verifyPassword(inCommands, [...hashes][0] ?? '', demoPassword(dataDir))).toBe(true);
  expect(statSync(demoPasswordFile(dataDir)).mode & 0o777).toBe(0o600);
  expect(demoPassword(dataDir)).toMatch(/^[\w-]{16}$/);
  expect(demoPassword(mkdtempSync(join(dataDir, 'other-')))).not.toBe(demoPassword(dataDir));
});

test('a moderator and a site leader have a role on every edition', async () => {
  const grants = await db
    .selectFrom('role_grant')
    .innerJoin('account', 'account.account_id', 'role_grant.account_id')
    .select(['account.name', 'level', 'site'])
    .orderBy('level')
    .execute();
  expect(grants).toEqual([
    { name: 'mo', level: 4, site: null },
    { name: 'piston', level: 5, site: null },
  ]);
});

test('an installation with real users gets no demo', async () => {
  const { db: lived } = await testDb();
  const ctx = await testCtx({ db: lived });
  const folder = join(dataDir, 'lived');
  const user = await makeUser(ctx);
  await makeTrack(ctx, user, { coAuthors: [{ userId: (await makeUser(ctx)).userId, role: 'scenery' }] });
  expect(await seedDemoAtStart({ services: ctx, dataDir: folder })).toEqual({ hasDemo: false });
  expect(existsSync(demoPasswordFile(folder))).toBe(false);
  expect(
    await lived.selectFrom('track_author').selectAll().where('site', '=', ctx.site.code).execute(),
  ).toHaveLength(2);
});

test('among real users the demo is refused with a sentence on every path, and nothing is written', async () => {
  const { db: lived } = await testDb();
  const ctx = await testCtx({ db: lived });
  const folder = mkdtempSync(join(dataDir, 'refused-'));
  await seedDemo({ services: ctx, password: 'irrelevant here', sites: [] });
  await makeUser(ctx, { name: 'Somebody' });
  const before = await lived.selectFrom('account').select('account_id').execute();
  const sentence = /^This database has accounts of real people: .*\.$/;
  await expect(seedDemo({ services: ctx, password: 'irrelevant here' })).rejects.toThrow(sentence);
  writeFileSync(join(folder, 'demo-unfinished'), '');
  await expect(seedDemoAtStart({ services: ctx, dataDir: folder })).rejects.toThrow(sentence);
  writeFileSync(demoPasswordFile(folder), 'of before\n');
  rmSync(join(folder, 'demo-unfinished'));
  await expect(seedDemoAtStart({ services: ctx, dataDir: folder })).rejects.toThrow(sentence);
  expect(await lived.selectFrom('account').select('account_id').execute()).toEqual(before);
  expect(await acrossSites(lived, 'a test').selectFrom('track').select('track_id').execute()).toEqual([]);
});

test('an address of a demo account cannot be registered, so nobody can impersonate one', () => {
  for (const member of [...cast, demoAdministrator])
    expect(emailMistake(addressOf(member)), member.name).toMatch(/Email can’t reach/);
});
