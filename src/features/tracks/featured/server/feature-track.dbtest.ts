import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { Level } from '#lib/codes/level.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask, listAt } from '#testing/lists.ts';
import { makeTrack } from '#testing/tracks.ts';
import type { Uploader } from '#testing/uploader.ts';
import { newPerson, visitorOf, withWrongTokens, writerOf } from '#testing/writes.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const moderator = await newPerson(world, Level.moderator);
const list = listAt(app.routes, '/api/tracks');
const commentOf = async (trackId: number) =>
  (await ask(world, list, `id=${trackId}&fields=Feature.Comment`)).Results[0]?.Feature?.Comment ?? null;
const ofSomebodyNew = async () => makeTrack((await newPerson(world)).ctx);

const pick = (trackId: number, Comment = 'Worth every second.', who: Uploader = moderator) =>
  who.ask('POST', `/trackfeature/${trackId}`, { form: new URLSearchParams({ Comment }) });
const unpick = (trackId: number) =>
  moderator.ask('POST', `/trackunfeature/${trackId}`, { form: new URLSearchParams() });

test.each([
  ['visitor', null, 401],
  ['basic', Level.basic, 403],
  ['standard', Level.standard, 403],
  ['trusted', Level.trusted, 403],
  ['moderator', Level.moderator, 200],
  ['site leader', Level.siteLeader, 200],
] as const)('a %s featuring a track is answered %s %i', async (_, level, status) => {
  const trackId = await ofSomebodyNew();
  const write = level === null ? visitorOf(world) : writerOf(await newPerson(world, level));
  expect(await write('POST', `/trackfeature/${trackId}`, { Comment: 'Good.' })).toBe(status);
  expect(await commentOf(trackId)).toBe(status === 200 ? 'Good.' : null);
  const unfeaturing = await write('POST', `/trackunfeature/${trackId}`);
  expect(unfeaturing).toBe(status);
});

test('its author cannot feature it, and is notified when a moderator does', async () => {
  const ann = await newPerson(world);
  const trackId = await makeTrack(ann.ctx);
  expect((await pick(trackId, 'My best.', ann)).status).toBe(403);
  await pick(trackId);
  await pick(trackId, 'Better said.');
  expect(await commentOf(trackId)).toBe('Better said.');
  const notices = await db
    .selectFrom('notice')
    .where('site', '=', 'tmnf')
    .where('user_id', '=', ann.ctx.viewer.userId)
    .select(['kind', 'times'])
    .execute();
  expect(notices).toEqual([{ kind: 'track.featured', times: 1 }]);
});

test.each([
  ['', 400],
  ['   ', 400],
  ['x'.repeat(200), 200],
  ['x'.repeat(201), 400],
])('the comment %j returns %i', async (comment, status) => {
  expect((await pick(await ofSomebodyNew(), comment)).status).toBe(status);
});

test('hidden, unlisted, beta and unknown tracks are not featured', async () => {
  const ann = await newPerson(world);
  const beta = await makeTrack(ann.ctx);
  await db
    .updateTable('track')
    .set({ is_beta: true })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', beta)
    .execute();
  const hidden = await makeTrack(ann.ctx, { isPublic: false, isListed: false });
  const unlisted = await makeTrack(ann.ctx, { isListed: false });
  const statuses = [];
  for (const id of [beta, hidden, unlisted, 999_999]) statuses.push((await pick(id)).status);
  expect(statuses).toEqual([409, 409, 409, 404]);
});

test('an author has one track featured in 30 days, co-authors included, even by concurrent requests', async () => {
  const [ann, bo] = [await newPerson(world), await newPerson(world)];
  const coAuthor = { userId: ann.ctx.viewer.userId, isPending: false };
  const [first, second] = [await makeTrack(ann.ctx), await makeTrack(bo.ctx, { coAuthor })];
  const statuses = (await Promise.all([pick(first), pick(second)])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 409]);
  world.clock.forward({ days: 30 });
  expect((await pick(second)).status).toBe(200);
});

test('ending a feature also ends the pause of the author', async () => {
  const ann = await newPerson(world);
  const [first, second] = [await makeTrack(ann.ctx), await makeTrack(ann.ctx)];
  await pick(first);
  expect([(await unpick(first)).status, (await unpick(first)).status]).toEqual([200, 404]);
  expect((await pick(second)).status).toBe(200);
  const acts = await db
    .selectFrom('moderation_act')
    .where('site', '=', 'tmnf')
    .where('subject_id', '=', first)
    .select('act')
    .orderBy('act_id')
    .execute();
  expect(acts.map(({ act }) => act)).toEqual(['track.feature', 'track.unfeature']);
});

test('a foreign token or none does nothing', async () => {
  const trackId = await ofSomebodyNew();
  const fields = { Comment: 'Good.' };
  expect(await withWrongTokens(world, moderator, 'POST', `/trackfeature/${trackId}`, fields)).toEqual([
    400, 400,
  ]);
  expect(await commentOf(trackId)).toBeNull();
});

test('a refused plain form shows the page of the track again, with what was typed', async () => {
  const trackId = await ofSomebodyNew();
  const answer = await moderator.ask('POST', `/trackfeature/${trackId}`, {
    form: new URLSearchParams({ Comment: 'y'.repeat(201) }),
    headers: { accept: 'text/html' },
  });
  expect([answer.status, answer.page?.path, answer.page?.form?.values.get('Comment')?.length]).toEqual([
    400,
    `/trackshow/${trackId}`,
    201,
  ]);
});
