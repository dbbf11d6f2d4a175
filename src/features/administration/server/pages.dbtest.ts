import { pino } from 'pino';
import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { Level } from '#lib/codes/level.ts';
import { inTransaction } from '#platform/ctx.ts';
import { openJobQueue } from '#platform/jobs/pg-boss.ts';
import { Caches } from '#platform/page-cache/caches.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { grantRole } from '#testing/moderators.ts';
import { asMember, trackFile } from '#testing/tracks.ts';
import { entry, Uploader } from '#testing/uploader.ts';
import { isOfInstallation } from '../sections.ts';
import { changeSettings } from './actions.ts';
import { administered, boardsPage, jobsPage, namedTracks, rolesPage, textsPage } from './pages.ts';
import { editionHtml } from './show.ts';
import { storedFiles, systemPage } from './system.ts';

const { db, url } = await testDb({ editions: 'all' });
const ctx = await testCtx({ db, site: 'tmnf' });
const member = await asMember(ctx);
const crew = async (level: Level, sites: readonly string[] | 'all') =>
  grantRole(await asMember(ctx), level, sites);
const leader = await crew(Level.siteLeader, ['tmn']);
const here = await crew(Level.administrator, ['tmnf']);
const admin = await crew(Level.administrator, 'all');

test('pages open for those who administer an edition, each for its own', async () => {
  await expect(administered(member, null)).rejects.toThrow('for site leaders and administrators');
  await expect(administered(await crew(Level.moderator, ['tmnf']), null)).rejects.toThrow('for site leaders');
  await expect(administered(leader, 'tmnf')).rejects.toThrow('This edition was not found');
  const led = await administered(leader, null);
  expect([led.at.site.code, led.at.viewer.level]).toEqual(['tmn', Level.siteLeader]);
  expect(led.open).toEqual(expect.arrayContaining(['access', 'about', 'roles', 'crew', 'tracks', 'boards']));
  expect(led.open.filter((name) => ['name', 'quotas', 'imprint', 'limits', 'jobs'].includes(name))).toEqual(
    [],
  );
  const { open } = await administered(here, null);
  expect(open).toEqual(expect.arrayContaining([...led.open, 'name', 'quotas', 'imprint']));
  expect(open.filter(isOfInstallation)).toEqual([]);
  const all = await administered(admin, 'tmo');
  expect([all.at.site.code, ...all.open.slice(-3)]).toEqual(['tmo', 'limits', 'jobs', 'system']);
  expect(all.granted).toHaveLength(ctx.sites.length);
});

test('the pages read what they show', async () => {
  const queue = await openJobQueue({ url, jobs: app.jobs, log: pino({ level: 'silent' }) });
  await queue.stop();
  const { at } = await administered(admin, 'tmnf');
  const grants = await rolesPage(at);
  expect(grants.map(({ name }) => name)).toEqual(
    expect.arrayContaining([here.viewer.name, admin.viewer.name]),
  );
  expect(grants.map(({ name }) => name)).not.toContain(leader.viewer.name);
  expect((await boardsPage(at)).map(({ position }) => position)).toEqual(
    (await boardsPage(at)).map(({ position }) => position).toSorted((a, b) => a - b),
  );
  expect(await namedTracks(at)).toEqual([]);
  expect((await jobsPage(at)).failed).toEqual([]);
  const caches = new Caches({ clock: at.clock, sites: [at.site.code], maxBytes: 1000 });
  const { database, tables, health, pages } = await systemPage({ ...at, caches });
  expect(pages).toEqual({ size: 0, bytes: 0, hits: 0, misses: 0, drops: 0 });
  expect(database?.migration).toMatch(/^\d{4}-/);
  expect(tables.length).toBeGreaterThan(0);
  expect(health.Status).toBe('ok');
});

test('stored files are counted by use, including unused files', async () => {
  await (await Uploader.of(member)).publish(entry(0, { TrackFile: trackFile() }));
  await db
    .insertInto('blob')
    .values({ sha256: 'f'.repeat(64), size_bytes: 123, created_at: ctx.clock.now() })
    .execute();
  const files = await storedFiles(admin);
  expect(files).toContainEqual({ use: 'none', files: 1, bytes: 123 });
  expect(files.some(({ use }) => use.startsWith('track_version.'))).toBe(true);
});

test('texts of the edition are BB-code; without them the usual ones are shown', async () => {
  expect(await editionHtml(ctx, 'welcome')).toBe('');
  expect(await editionHtml(ctx, 'rules')).toContain('One account per person');
  const RulesText = '[b]Be kind[/b] <script>alert(1)</script>';
  await inTransaction(admin, (tx) => changeSettings(tx, { RulesText, WelcomeText: 'Hello' }, 'Because.'));
  expect(await editionHtml(ctx, 'rules')).toContain('<strong>Be kind</strong> alert');
  expect(await editionHtml(ctx, 'welcome')).toContain('Hello');
});

test('a name typed after @ in a text of the edition mentions its user, and the field shows it as it was typed', async () => {
  const typed = `Questions? Ask @${member.viewer.name}.`;
  await inTransaction(here, (tx) => changeSettings(tx, { AboutText: typed }, 'New'));
  expect(ctx.switches.of('tmnf').texts.about).toBe(`Questions? Ask [user]${member.viewer.userId}[/user].`);
  const { at } = await administered(here, 'tmnf');
  expect(await textsPage(at)).toMatchObject({ about: typed });
});
