import { expect, test } from 'vitest';
import { Level } from '#lib/codes/level.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { grantRole } from '#testing/moderators.ts';
import { asMember } from '#testing/tracks.ts';
import { grantedSites, onSite } from './reach.ts';

const { db } = await testDb({ editions: 'all' });
const world = await testCtx({ db });
const [here = '', other = '', third = ''] = world.sites.map(({ code }) => code);
const all = world.sites.map(({ code }) => code);

const reach = async (ctx: TestCtx) =>
  (await grantedSites(ctx)).map(({ site, level }) => `${site.code} ${level}`);

test.each([
  ['no grant', [], []],
  ['a grant elsewhere', [other], [`${other} 4`]],
  ['grants on two editions, in the order of the editions', [third, here], [`${here} 4`, `${third} 4`]],
  ['a grant for all editions', 'all' as const, all.map((code) => `${code} 4`)],
])('an account with %s', async (_, sites, expected) => {
  const ctx = await asMember(world);
  const crew = sites.length === 0 ? ctx : await grantRole(ctx, Level.moderator, sites);
  expect(await reach(crew)).toEqual(expected);
});

test('the higher of two grants counts, and nothing without the required second factor', async () => {
  const crew = await grantRole(await asMember(world), Level.administrator, 'all');
  const both = await grantRole(crew, Level.moderator, [other]);
  expect(await reach(both)).toContain(`${other} 6`);
  const strict = { ...both, settings: { ...both.settings, requireSecondFactor: 'moderators' as const } };
  expect(await reach(strict)).toEqual([]);
  const session = { sessionId: 1, signedInAt: world.clock.now(), hasFactor: true, roleWaits: false };
  expect(await reach({ ...strict, viewer: { ...strict.viewer, session } })).toContain(`${other} 6`);
});

test('a moderator acts on another edition with the profile of their account there', async () => {
  const crew = await grantRole(await asMember(world), Level.moderator, [other]);
  const [there, again] = [await onSite(crew, other), await onSite(crew, other)];
  expect(there).toMatchObject({
    site: { code: other },
    viewer: { accountId: crew.viewer.accountId, name: crew.viewer.name, level: Level.moderator },
  });
  expect(again.viewer.userId).toBe(there.viewer.userId);
  const refusals = [here, 'nowhere'].map((code) => onSite(crew, code).catch((error: Error) => error.message));
  expect(new Set(await Promise.all(refusals))).toEqual(new Set(['This edition was not found.']));
});
