import { beforeEach, expect, test } from 'vitest';
import { forSite } from '#db/for-site.ts';
import { Level } from '#lib/codes/level.ts';
import type { ReviewMode } from '#lib/switches/model.ts';
import { inTransaction } from '#platform/ctx.ts';
import { writeSettings } from '#platform/switches/write.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { moderationActs, Person, trackRow } from '#testing/track-people.ts';
import { makeTrack } from '#testing/tracks.ts';
import { ownWaiting, waitingOf } from './review.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const moderator = await Person.of(world, Level.moderator);
let ann: Person;
let eve: Person;
beforeEach(async () => {
  world.clock.forward({ days: 1 });
  [ann, eve] = [await Person.of(world), await Person.of(world)];
  await review('never');
});

const review = (mode: ReviewMode) => inTransaction(world, (tx) => writeSettings(tx, { Review: mode }));
const toggle = (who: Person, id: number, form = {}) =>
  who.sends('PUT', `/maps/toggleauthorization/${id}`, form);
const openCases = async (id: number) =>
  (
    await forSite(world, 'moderation_case')
      .where('subject_kind', '=', 'track')
      .where('subject_id', '=', id)
      .where('state', '=', 'open')
      .select('sources')
      .execute()
  ).map(({ sources }) => sources);
const released = async (count: number) => {
  for (let made = 0; made < count; made++) {
    const trackId = await makeTrack(ann.ctx);
    await db
      .updateTable('track')
      .set({ released_at: world.clock.now() })
      .where('site', '=', 'tmnf')
      .where('track_id', '=', trackId)
      .execute();
  }
};

test.each([
  ['never', 0, true],
  ['newUploaders', 2, false],
  ['newUploaders', 3, true],
  ['newUploaders', 4, true],
  ['always', 4, false],
] as const)(
  'with review %s, an uploader of %i released tracks is public at once: %s',
  async (mode, count, isPublic) => {
    await released(count);
    await review(mode);
    const id = await ann.uploads();
    expect(await trackRow(world, id)).toMatchObject({
      is_public: isPublic,
      hold: isPublic ? null : 'review',
    });
    expect((await eve.get(`/trackgbx/${id}`)).status).toBe(isPublic ? 200 : 404);
    expect(await eve.tracks(`id=${id}&fields=TrackId`)).toHaveLength(isPublic ? 1 : 0);
    expect(await openCases(id)).toEqual(isPublic ? [] : [['held']]);
  },
);

test('the crew does not wait for itself', async () => {
  await review('always');
  const { accountId } = ann.ctx.viewer;
  if (accountId === null) throw new Error('Not signed in.');
  const granted_at = world.clock.now();
  await db
    .insertInto('role_grant')
    .values({ account_id: accountId, site: 'tmnf', level: Level.moderator, granted_at })
    .execute();
  expect(await trackRow(world, await ann.uploads())).toMatchObject({ is_public: true });
});

test('what its author hides does not wait until it is released, whichever way', async () => {
  await review('always');
  const ids = [await ann.uploads({ Visible: 'false' }), await ann.uploads({ Visible: 'false' })];
  const [byButton = 0, byForm = 0] = ids;
  const date = new Date(world.clock.now().getTime() + 3_600_000).toISOString();
  const byDate = await ann.uploads({ Visible: 'false', ReleaseDate: date });
  for (const id of [...ids, byDate]) expect(await trackRow(world, id)).toMatchObject({ hold: null });
  expect((await ann.post(`/trackrelease/${byButton}`)).json()).toMatchObject({
    Outcome: 'This track is waiting for a moderator’s approval.',
  });
  expect((await ann.post(`/trackedit/${byForm}`, { Visible: 'true' })).status).toBe(200);
  world.clock.forward({ hours: 1 });
  await world.jobs.add('release-tracks', {});
  await world.jobs.runAll(world);
  for (const id of [...ids, byDate]) {
    expect(await trackRow(world, id)).toMatchObject({
      is_public: false,
      hold: 'review',
      released_at: null,
      release_at: null,
    });
    expect(await openCases(id)).toEqual([['held']]);
  }
});

test('its author cannot publish a waiting track in any way', async () => {
  await review('always');
  const id = await ann.uploads();
  expect((await ann.post(`/trackrelease/${id}`)).status).toBe(409);
  expect((await ann.post(`/trackedit/${id}`, { Visible: 'true' })).status).toBe(409);
  expect((await toggle(ann, id)).status).toBe(403);
  expect((await toggle(eve, id)).status).toBe(404);
  await ann.post(`/trackdelete/${id}`);
  expect(await openCases(id)).toEqual([]);
  await ann.post(`/trackrestore/${id}`);
  expect(await trackRow(world, id)).toMatchObject({ is_public: false, hold: 'review' });
  expect(await openCases(id)).toEqual([['held']]);
  // a switch that is turned off later lets nothing through
  await review('never');
  expect((await ann.post(`/trackrelease/${id}`)).status).toBe(409);
});

test('a moderator publishes it with the toggle, which is its release, and withholds it again', async () => {
  await review('always');
  const id = await ann.uploads();
  world.clock.forward({ hours: 2 });
  const released_at = world.clock.now();
  const on = await toggle(moderator, id);
  expect(on.json()).toMatchObject({ TrackId: id, IsAuthorized: true });
  const shown = { is_public: true, hold: null, released_at, uploaded_at: released_at };
  expect(await trackRow(world, id)).toMatchObject(shown);
  expect((await eve.get(`/trackgbx/${id}`)).status).toBe(200);
  expect(await openCases(id)).toEqual([]);
  world.clock.forward({ hours: 2 });
  const off = await toggle(moderator, id, { Reason: 'Not finished.' });
  expect(off.json()).toMatchObject({ IsAuthorized: false });
  expect(await trackRow(world, id)).toMatchObject({ is_public: false, hold: 'review' });
  expect(await openCases(id)).toEqual([['held']]);
  expect((await toggle(moderator, id)).status).toBe(200);
  expect(await trackRow(world, id)).toMatchObject(shown); // no new dates
  expect((await moderationActs(world, id)).map(({ act, reason }) => `${act}: ${reason}`)).toEqual([
    'track.authorize: The track is approved.',
    'track.withhold: Not finished.',
    'track.authorize: The track is approved.',
  ]);
  expect([...new Set((await ann.notices()).map(({ text }) => text.replace(/“.*”/, '“X”')))]).toEqual([
    'A moderator approved “X”. Everyone can see it now.',
    'A moderator is holding “X” for review. Reason: Not finished.',
  ]);
});

test('authors see the place in the queue and why', async () => {
  await review('newUploaders');
  await db.updateTable('track').set({ hold: null, held_at: null }).where('site', '=', 'tmnf').execute();
  const first = await eve.uploads();
  world.clock.forward({ minutes: 1 });
  const second = await ann.uploads();
  const third = await ann.uploads();
  expect(await ownWaiting(ann.ctx)).toMatchObject([
    { trackId: second, place: 2, why: expect.stringContaining('first 3 tracks') },
    { trackId: third, place: 3 },
  ]);
  await toggle(moderator, first);
  expect((await ownWaiting(ann.ctx)).map(({ place }) => place)).toEqual([1, 2]);
  await toggle(moderator, second);
  world.clock.forward({ minutes: 1 });
  await toggle(moderator, second, { Reason: 'Its finish is missing.' });
  const row = await trackRow(world, second);
  expect(
    await waitingOf(ann.ctx, {
      trackId: second,
      hold: row?.hold ?? null,
      heldAt: row?.held_at ?? null,
      isPublic: false,
    }),
  ).toMatchObject({
    place: 2,
    why: 'A moderator is holding this track for review. Reason: Its finish is missing.',
  });
});

test('the page of a track that a moderator hid on its edit page says why and since when, until it is shown again', async () => {
  const id = await ann.uploads();
  const sees = async () => {
    const row = await trackRow(world, id);
    return waitingOf(ann.ctx, {
      trackId: id,
      hold: row?.hold ?? null,
      heldAt: row?.held_at ?? null,
      isPublic: row?.is_public ?? true,
    });
  };
  const show = (who: Person, Visible: boolean) =>
    who.post(`/trackedit/${id}`, { Visible: String(Visible), Reason: 'Unfinished' });
  expect(await sees()).toBeNull();
  // its author knows why
  expect((await show(ann, false)).status).toBe(200);
  expect(await sees()).toBeNull();
  expect((await show(ann, true)).status).toBe(200);
  expect((await show(moderator, false)).status).toBe(200);
  const since = world.clock.now();
  world.clock.forward({ days: 2 });
  expect(await sees()).toEqual({
    hold: null,
    heldAt: since,
    place: null,
    why: 'A moderator hid this track. Its uploader can show it again on its edit page. Reason: Unfinished',
  });
  expect((await show(ann, true)).status).toBe(200);
  expect(await sees()).toBeNull();
});
