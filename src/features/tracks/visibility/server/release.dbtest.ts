import { beforeEach, describe, expect, test } from 'vitest';
import { syncCatalogue } from '#features/achievements/server/recount.ts';
import { Level } from '#lib/codes/level.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { moderationActs, Person, trackRow } from '#testing/track-people.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
let ann: Person;
let eve: Person;
beforeEach(async () => {
  world.clock.forward({ days: 1 }); // every test has its own time
  [ann, eve] = [await Person.of(world), await Person.of(world)];
});

const hidden = { Visible: 'false' };
const inTwoHours = () => new Date(world.clock.now().getTime() + 2 * 3_600_000).toISOString();
const runReleases = () => world.jobs.add('release-tracks', {}).then(() => world.jobs.runAll(world));
const newest = async () =>
  (await eve.tracks<{ TrackId: number }>('fields=TrackId&order1=2&count=1'))[0]?.TrackId;
const publicTracks = async (person: Person) =>
  (
    await db
      .selectFrom('profile')
      .where('site', '=', 'tmnf')
      .where('user_id', '=', person.userId)
      .select('tracks')
      .executeTakeFirstOrThrow()
  ).tracks;

describe('a release', () => {
  test.each([
    ['by the form', (id: number) => ann.post(`/trackedit/${id}`, { Visible: 'true' })],
    ['by its button', (id: number) => ann.post(`/trackrelease/${id}`)],
  ])('%s makes a hidden track public, and new', async (_how, release) => {
    const id = await ann.uploads(hidden);
    world.clock.forward({ days: 3 });
    const other = await eve.uploads();
    expect(await newest()).toBe(other);
    world.clock.forward({ minutes: 1 });
    expect((await release(id)).status).toBe(200);
    const now = world.clock.now();
    expect(await trackRow(world, id)).toMatchObject({
      is_public: true,
      released_at: now,
      uploaded_at: now,
      updated_at: now,
      activity_at: now,
    });
    expect(await newest()).toBe(id);
    expect(await publicTracks(ann)).toBe(1);
  });

  test('happens once: a track hidden later keeps its dates when shown again', async () => {
    const id = await ann.uploads();
    const before = await trackRow(world, id);
    world.clock.forward({ days: 1 });
    await ann.post(`/trackedit/${id}`, hidden);
    expect((await eve.get(`/trackgbx/${id}`)).status).toBe(404);
    expect(await publicTracks(ann)).toBe(0);
    const again = await ann.post(`/trackrelease/${id}`);
    expect([again.status, again.problem?.detail]).toEqual([403, 'This track has already been released.']);
    const dated = await ann.post(`/trackedit/${id}`, { ...hidden, ReleaseDate: inTwoHours() });
    expect([dated.status, dated.problem?.field]).toEqual([422, 'ReleaseDate']);
    await ann.post(`/trackedit/${id}`, { Visible: 'true' });
    expect(await trackRow(world, id)).toMatchObject({
      is_public: true,
      released_at: before?.released_at,
      uploaded_at: before?.uploaded_at,
    });
  });

  test('at its date is done by a job, with a notice to the authors, and not a minute before', async () => {
    const id = await ann.uploads({ ...hidden, 'Authors[0].UserId': String(eve.userId) });
    await eve.post(`/trackauthor/${id}/accept`);
    await ann.post(`/trackedit/${id}`, { ReleaseDate: inTwoHours() });
    world.clock.forward({ minutes: 119 });
    await syncCatalogue(world);
    await runReleases();
    expect(await trackRow(world, id)).toMatchObject({ is_public: false });
    expect(await ann.kinds()).not.toContain('achievement.earned');
    world.clock.forward({ minutes: 1 });
    await runReleases();
    await runReleases();
    expect(await ann.kinds(), 'achievements are granted without waiting for the night').toContain(
      'achievement.earned',
    );
    const now = world.clock.now();
    expect(await trackRow(world, id)).toMatchObject({ is_public: true, release_at: null, uploaded_at: now });
    for (const person of [ann, eve])
      expect((await person.kinds()).filter((kind) => kind === 'track.released')).toHaveLength(1);
  });

  test('at a date does not happen to a deleted track, nor right after it was restored', async () => {
    const id = await ann.uploads(hidden);
    await ann.post(`/trackedit/${id}`, { ReleaseDate: inTwoHours() });
    await ann.post(`/trackdelete/${id}`);
    world.clock.forward({ hours: 3 });
    await runReleases();
    await ann.post(`/trackrestore/${id}`);
    await runReleases();
    expect(await trackRow(world, id)).toMatchObject({ is_public: false, release_at: null, deleted_at: null });
  });

  test('can be cancelled', async () => {
    const id = await ann.uploads(hidden);
    await ann.post(`/trackedit/${id}`, { ReleaseDate: inTwoHours() });
    await ann.post(`/trackedit/${id}`, { ReleaseDate: '' });
    expect(await trackRow(world, id)).toMatchObject({ release_at: null });
  });

  test('is not allowed to other users, and a moderator needs a reason', async () => {
    const id = await ann.uploads(hidden);
    const mo = await Person.of(world, Level.moderator);
    expect((await eve.post(`/trackrelease/${id}`)).status).toBe(404);
    expect((await mo.post(`/trackrelease/${id}`)).status).toBe(400);
    expect((await mo.post(`/trackrelease/${id}`, { Reason: 'Asked to by mail.' })).status).toBe(200);
    expect(await moderationActs(world, id)).toMatchObject([{ act: 'track.release' }]);
  });

  test('requested twice concurrently happens once', async () => {
    const id = await ann.uploads(hidden);
    const both = await Promise.all([1, 2].map(() => ann.post(`/trackrelease/${id}`)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
  });
});

describe('a beta', () => {
  test('becomes a normal track when it is released, with new dates', async () => {
    const id = await ann.uploads({ Beta: 'true' });
    expect(await trackRow(world, id)).toMatchObject({ is_beta: true, replay_type: 4 });
    world.clock.forward({ days: 2 });
    expect((await ann.post(`/trackrelease/${id}`)).status).toBe(200);
    expect(await trackRow(world, id)).toMatchObject({
      is_beta: false,
      is_public: true,
      replay_type: 0,
      uploaded_at: world.clock.now(),
    });
    expect((await ann.post(`/trackrelease/${id}`)).status).toBe(403);
    const back = await ann.post(`/trackedit/${id}`, { Beta: 'true' });
    expect([back.status, back.problem?.field]).toEqual([422, 'Beta']);
  });

  test('with an uncompetitive tag in the same form becomes uncompetitive', async () => {
    const id = await ann.uploads({ Beta: 'true' });
    await ann.post(`/trackedit/${id}`, { Beta: 'false', Tags: ['7', '10'] });
    expect(await trackRow(world, id)).toMatchObject({ is_beta: false, replay_type: 3 });
  });
});

describe('an unlisted track', () => {
  test('is reachable by its link until there is a new one', async () => {
    const id = await ann.uploads();
    await ann.post(`/trackedit/${id}`, { Listed: 'false' });
    expect(await publicTracks(ann)).toBe(0);
    const link = async () => `/trackgbx/${id}?key=${(await trackRow(world, id))?.secret_key}`;
    const old = await link();
    expect((await eve.get(`/trackgbx/${id}`)).status).toBe(404);
    expect((await eve.get(old)).status).toBe(200);
    expect((await eve.post(`/tracklink/${id}`)).status).toBe(404);
    expect((await ann.post(`/tracklink/${id}`)).status).toBe(200);
    expect((await eve.get(old)).status).toBe(404);
    expect((await eve.get(await link())).status).toBe(200);
    await ann.post(`/trackedit/${id}`, { Listed: 'true' });
    expect((await eve.get(`/trackgbx/${id}`)).status).toBe(200);
    expect((await eve.post(`/tracklink/${id}`)).status).toBe(403);
  });
});
