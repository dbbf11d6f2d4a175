import { expect, test } from 'vitest';
import { trackEndpoints } from '#features/tracks/server/endpoints.ts';
import { Level } from '#lib/codes/level.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask, listAt } from '#testing/lists.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import type { Uploader } from '#testing/uploader.ts';
import { newPerson, visitorOf, withWrongTokens, writerOf } from '#testing/writes.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const ann = await asMember(world);
const track = await makeTrack(ann);
const hidden = await makeTrack(ann, { isPublic: false, isListed: false });
const unlisted = await makeTrack(ann, { isListed: false });
const list = listAt(trackEndpoints, '/api/tracks');

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
] as const)('a %s is let as far as the level goes', async (_, level, status) => {
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

test('a foreign token or none does nothing', async () => {
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
