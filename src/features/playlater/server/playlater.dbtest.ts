import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { Level } from '#lib/codes/level.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { newcomer } from '#testing/factors.ts';
import { ask, listAt } from '#testing/lists.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import type { Uploader } from '#testing/uploader.ts';
import { newPerson, visitorOf, withWrongTokens, writerOf } from '#testing/writes.ts';
import { ownShareKey, sharedBy } from './repo.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const ann = await asMember(world);
const track = await makeTrack(ann);
const hidden = await makeTrack(ann, { isPublic: false, isListed: false });
const unlisted = await makeTrack(ann, { isListed: false });
const list = listAt(app.routes, '/api/tracks');

const path = (trackId: number | string) => `/maps/toggleplaylater/${trackId}`;
const clear = '/maps/clearplaylater';
async function toggle(who: Uploader, trackId: number, forceAdd = '', method = 'PUT') {
  const form = new URLSearchParams({ trackId: String(trackId), ...(forceAdd && { forceAdd }) });
  return (await who.ask(method, path(trackId), { form })).json<{ Added: boolean }>();
}
const keptBy = async ({ ctx }: Uploader) =>
  (await ask(ctx, list, 'inplaylater=1&fields=TrackId,InBookmarks')).Results;

test.each(['PUT', 'POST'])('%s adds a track to the list and removes it again', async (method) => {
  const bo = await newPerson(world);
  expect(await toggle(bo, track, '', method)).toEqual({ Added: true });
  expect(await keptBy(bo)).toEqual([{ TrackId: track, InBookmarks: true }]);
  expect(await toggle(bo, track, '', method)).toEqual({ Added: false });
  expect(await keptBy(bo)).toEqual([]);
});

test('forceAdd never removes a track, however often and quickly it is pressed', async () => {
  const bo = await newPerson(world);
  const pressed = await Promise.all([1, 2, 3].map(() => toggle(bo, track, 'True')));
  expect(pressed).toEqual([{ Added: true }, { Added: true }, { Added: true }]);
  expect(await keptBy(bo)).toHaveLength(1);
});

test.each([
  ['visitor', null, 401],
  ['basic', Level.basic, 403],
  ['standard', Level.standard, 200],
  ['moderator', Level.moderator, 200],
] as const)('a %s may do what the level allows', async (_, level, status) => {
  const write = level === null ? visitorOf(world) : writerOf(await newPerson(world, level));
  expect(await write('PUT', path(track))).toBe(status);
  expect(await write('DELETE', clear)).toBe(status);
});

test.each([
  ['hidden', () => hidden, 404],
  ['unlisted', () => unlisted, 404],
  ['unknown', () => 999_999, 404],
  ['no number', () => 'x', 400],
])('a track that is %s cannot be added to the list by another user', async (_, trackId, status) => {
  expect(await writerOf(await newPerson(world))('PUT', path(trackId()))).toBe(status);
});

test('authors may add their own hidden track, and tracks hidden later can be removed', async () => {
  const author = await newPerson(world);
  const own = await makeTrack(author.ctx, { isPublic: false, isListed: false });
  expect(await toggle(author, own)).toEqual({ Added: true });
  const bo = await newPerson(world);
  const fading = await makeTrack(ann);
  await toggle(bo, fading);
  await db
    .updateTable('track')
    .set({ is_public: false, is_listed: false })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', fading)
    .execute();
  expect(await toggle(bo, fading)).toEqual({ Added: false });
});

test('an invalid or missing token changes nothing', async () => {
  const bo = await newPerson(world);
  expect(await withWrongTokens(world, bo, 'PUT', path(track))).toEqual([400, 400]);
  expect(await withWrongTokens(world, bo, 'DELETE', clear)).toEqual([400, 400]);
  expect(await keptBy(bo)).toEqual([]);
});

test('clearing affects only the viewer’s list; a plain form returns to the page of the list', async () => {
  const [bo, cy] = [await newPerson(world), await newPerson(world)];
  for (const who of [bo, cy]) await toggle(who, track);
  const cleared = await bo.ask('DELETE', clear, { form: new URLSearchParams() });
  expect(cleared.json()).toEqual({ Removed: 1 });
  expect([await keptBy(bo), (await keptBy(cy)).length]).toEqual([[], 1]);
  const plain = await cy.ask('POST', clear, {
    form: new URLSearchParams(),
    headers: { accept: 'text/html' },
  });
  expect([plain.status, plain.headers.location]).toEqual([303, '/tracksearch/myplaylater']);
});

const addAll = async (who: Uploader, tracks: readonly number[]) => {
  for (const each of tracks) await toggle(who, each);
};
const inOrder = async ({ ctx }: Uploader, key = '') =>
  (await ask(ctx, list, `inplaylater=1&sharedlist=${key}&order1=47&fields=TrackId`)).Results.map(
    (row) => row.TrackId,
  );
const move = async (who: Uploader, trackId: number | string, position: string, method = 'PUT') =>
  who.ask(method, `/maps/moveplaylater/${trackId}`, { form: new URLSearchParams({ position }) });
const setHidden = (trackId: number) =>
  db
    .updateTable('track')
    .set({ is_public: false, is_listed: false })
    .where('site', '=', 'tmnf')
    .where('track_id', '=', trackId)
    .execute();

test('tracks are listed in the order they were added, and moved to a place counted among those that are seen', async () => {
  const bo = await newPerson(world);
  const [a, b, c, d] = [
    await makeTrack(ann),
    await makeTrack(ann),
    await makeTrack(ann),
    await makeTrack(ann),
  ];
  await addAll(bo, [c, a, b, d]);
  expect(await inOrder(bo)).toEqual([c, a, b, d]);
  expect((await move(bo, b, '1')).json()).toEqual({ Position: 1 });
  expect(await inOrder(bo)).toEqual([b, c, a, d]);
  await setHidden(c);
  expect((await move(bo, d, ' 2 ', 'POST')).json()).toEqual({ Position: 2 });
  expect(await inOrder(bo)).toEqual([b, d, a]);
  expect((await move(bo, b, '99')).json()).toEqual({ Position: 3 });
  await toggle(bo, a);
  await toggle(bo, a);
  expect(await inOrder(bo), 'a track that is added again comes last').toEqual([d, b, a]);
});

test('parallel moves leave a complete list', async () => {
  const bo = await newPerson(world);
  const tracks = [await makeTrack(ann), await makeTrack(ann), await makeTrack(ann)];
  await addAll(bo, tracks);
  const answers = await Promise.all(
    [...tracks, ...tracks].map((each, at) => move(bo, each, `${1 + (at % 3)}`)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect((await inOrder(bo)).toSorted()).toEqual(tracks.toSorted());
});

test.each([
  ['0', 400],
  ['-1', 400],
  ['1.5', 400],
  ['', 400],
  ['1', 200],
])('position “%s”: %i', async (position, status) => {
  const bo = await newPerson(world);
  await toggle(bo, track);
  expect((await move(bo, track, position)).status).toBe(status);
});

test('only tracks of the viewer’s own list can be moved', async () => {
  const [bo, cy] = [await newPerson(world), await newPerson(world)];
  await toggle(cy, track);
  expect((await move(bo, track, '1')).status).toBe(404);
  expect(await visitorOf(world)('PUT', `/maps/moveplaylater/${track}`, { position: '1' })).toBe(401);
  const basic = writerOf(await newPerson(world, Level.basic));
  expect(await basic('PUT', `/maps/moveplaylater/${track}`, { position: '1' })).toBe(403);
});

test('a shared list shows others only what they may see; a new link revokes the earlier one', async () => {
  const bo = await newPerson(world);
  const own = await makeTrack(bo.ctx, { isPublic: false, isListed: false });
  await addAll(bo, [own, track]);
  const share = async () =>
    (await bo.ask('POST', '/maps/shareplaylater', { form: new URLSearchParams() })).json<{ Key: string }>()
      .Key;
  const key = await share();
  const cy = await newPerson(world);
  expect([await inOrder(bo, key), await inOrder(cy, key)]).toEqual([[own, track], [track]]);
  expect([await sharedBy(cy.ctx, key), await ownShareKey(bo.ctx), await ownShareKey(cy.ctx)]).toEqual([
    { userId: bo.ctx.viewer.userId, name: bo.ctx.viewer.name, customUrl: null, tint: 0 },
    key,
    null,
  ]);
  const second = await share();
  expect([await inOrder(cy, key), await inOrder(cy, second), await sharedBy(cy.ctx, key)]).toEqual([
    [],
    [track],
    null,
  ]);
  const revoke = async () =>
    (await bo.ask('DELETE', '/maps/unshareplaylater', { form: new URLSearchParams() })).json();
  expect([await revoke(), await revoke()]).toEqual([{ Revoked: true }, { Revoked: false }]);
  expect([await inOrder(cy, second), await sharedBy(cy.ctx, second), await sharedBy(cy.ctx, 'x')]).toEqual([
    [],
    null,
    null,
  ]);
});

test.each([
  ['POST', '/maps/shareplaylater'],
  ['DELETE', '/maps/unshareplaylater'],
])('%s %s is for users with a list', async (method, address) => {
  expect(await visitorOf(world)(method, address)).toBe(401);
  expect(await writerOf(await newPerson(world, Level.basic))(method, address)).toBe(403);
  expect(await withWrongTokens(world, await newPerson(world), method, address)).toEqual([400, 400]);
});

test('a program reads its list in pages, each after the last track of the one before', async () => {
  const { client } = await newcomer(world, app.routes);
  const form = { Name: 'Screen', Scopes: 'playlater', Days: '0' };
  const { Token } = (await client.post('/account/tokens', form)).json<{ Token: string }>();
  const headers = { authorization: `Bearer ${Token}` };
  const tracks = [await makeTrack(ann), track, await makeTrack(ann)];
  for (const id of tracks) await client.send('PUT', `/api/playlater/${id}`, { json: {}, headers });
  const pageAt = async (query: string) => {
    const { More, Results } = (await client.send('GET', `/api/playlater?${query}`, { headers })).json<{
      More: boolean;
      Results: { TrackId: number }[];
    }>();
    return [More, ...Results.map(({ TrackId }) => TrackId)];
  };
  expect(await pageAt('')).toEqual([false, ...tracks]);
  expect(await pageAt('count=2')).toEqual([true, ...tracks.slice(0, 2)]);
  expect(await pageAt(`count=2&after=${tracks[1]}`)).toEqual([false, tracks[2]]);
  expect((await client.send('GET', '/api/playlater?after=x', { headers })).status).toBe(400);
});
