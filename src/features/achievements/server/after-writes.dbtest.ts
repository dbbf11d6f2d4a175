import { beforeAll, expect, test } from 'vitest';
import { app } from '#app.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { idsOf, setNumber } from '#testing/achievements.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeReplay } from '#testing/make-lists.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { addWaitingChecks, checkAfterReplay, withAchievements } from './after-writes.ts';
import { syncCatalogue } from './recount.ts';

const world = await testCtx({ db: (await testDb()).db, site: 'tmnf' });
beforeAll(() => syncCatalogue(world));

test('a job checks a write after its commit; a refused write and a queue that fails change nothing', async () => {
  const ann = await asMember(world);
  await makeTrack(ann);
  const answering = (status: number) => ({ 'POST /trackupload': { handle: async () => ({ status }) } });
  const post = async (status: number, ctx: Ctx = ann) => {
    const routes = withAchievements(answering(status), { 'POST /trackupload': { occasion: 'tracks' } });
    const reply = await routes['POST /trackupload']?.handle(ctx, {} as never, {});
    await addWaitingChecks(ctx.jobs).catch(() => {});
    return reply;
  };
  expect(await post(422)).toEqual({ status: 422 });
  await world.jobs.runAll(world);
  expect(await idsOf(ann)).toEqual([]);
  const add = () => Promise.reject(new Error('the queue is away'));
  expect(await post(200, { ...ann, jobs: { add } })).toEqual({ status: 200 });
  expect(await idsOf(ann)).toEqual([]);
  expect(await post(200)).toEqual({ status: 200 });
  await world.jobs.runAll(world);
  expect(await idsOf(ann)).toEqual([11]);
});

test('a write about a track also checks its accepted authors', async () => {
  const [ann, ben, cy] = [await asMember(world), await asMember(world), await asMember(world)];
  const trackId = await makeTrack(ann);
  for (const [author, is_pending] of [
    [ben, false],
    [cy, true],
  ] as const)
    await world.db
      .insertInto('track_author')
      .values({ site: world.site.code, track_id: trackId, user_id: author.viewer.userId, is_pending })
      .execute();
  for (const one of [ben, cy]) await setNumber(one, { awards_received: 1 });
  const routes = { 'POST /trackauthor/:id/accept': { handle: async () => ({ status: 200 }) } };
  const checked = withAchievements(routes, {
    'POST /trackauthor/:id/accept': { trackPart: 'id', occasion: 'comments' },
  });
  await checked['POST /trackauthor/:id/accept']?.handle(ann, {} as never, { id: `${trackId}` });
  await addWaitingChecks(ann.jobs);
  await world.jobs.runAll(world);
  expect(await idsOf(ben)).toEqual([21]);
  expect(await idsOf(cy)).toEqual([]);
});

test('writes of different users within a second share one job for each occasion', async () => {
  const [ann, ben] = [await asMember(world), await asMember(world)];
  const reply = { handle: async () => ({ status: 200 }) };
  const routes = withAchievements(
    { 'POST /trackupload': reply, 'POST /postvideo': reply },
    { 'POST /trackupload': { occasion: 'tracks' }, 'POST /postvideo': { occasion: 'videos' } },
  );
  for (const who of [ann, ben, ann]) await routes['POST /trackupload']?.handle(who, {} as never, {});
  await routes['POST /postvideo']?.handle(ben, {} as never, {});
  await addWaitingChecks(world.jobs);
  const [both, one] = [[ann, ben].map(({ viewer }) => viewer.userId), [ben.viewer.userId]];
  const added = world.jobs.waiting.map(({ payload }) => payload);
  expect(added).toMatchObject([
    { occasion: 'tracks', userIds: both },
    { occasion: 'videos', userIds: one },
  ]);
  await world.jobs.runAll(world);
});

test('every checked write is a route of the server', () => {
  const keys = app.features.flatMap(({ contributions }) => Object.keys(contributions));
  expect(keys).toContain('POST /trackupload');
  for (const key of keys) expect(app.routes).toHaveProperty([key]);
});

test('a replay is checked by a job after its commit', async () => {
  const ann = await asMember(world);
  const track = await makeTrack(await asMember(world));
  await makeReplay(ann, {
    trackId: track,
    userId: ann.viewer.userId,
    timeMs: 40_000,
    position: 0,
    isBest: true,
  });
  await inTransaction(ann, (tx) => checkAfterReplay(tx, { userId: ann.viewer.userId, trackId: track }));
  await world.jobs.runAll(world);
  expect(await idsOf(ann)).toEqual([61]);
});
