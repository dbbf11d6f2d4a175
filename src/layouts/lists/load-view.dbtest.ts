import { expect, test } from 'vitest';
import { packManager, packTracks } from '#features/packs/list/views.ts';
import { trackList } from '#features/tracks/list/server/list.ts';
import { trackTiles } from '#features/tracks/list/views.ts';
import { onlyViewHeader } from '#lib/wire/view-header.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makePack, makePackTrack } from '#testing/make-lists.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { loadNumbered, loadView } from './load-view.ts';

const { db } = await testDb();
const ctx = await testCtx({ db, site: 'tmnf' });
const ann = await asMember(ctx);
const tracks: number[] = [];
for (let n = 0; n < 25; n++)
  tracks.push(await makeTrack(ann, { uploadedAt: new Date(Date.UTC(2012, 0, 1 + n)) }));
const newest = tracks.toReversed();

const page = (path: string, headers: Record<string, string> = {}) => ({
  url: new URL(path, 'http://tmnf.localhost'),
  request: new Request('http://tmnf.localhost', { headers }),
  locals: { ctx },
});
const load = (path: string, headers?: Record<string, string>) =>
  loadView(page(path, headers), trackList, trackTiles);
const ids = (rows: readonly { TrackId: number }[]) => rows.map(({ TrackId }) => TrackId);

test('Next and Previous lead to the end and back, First to the beginning', async () => {
  const first = await load('/?other=1');
  expect(ids(first.rows)).toEqual(newest.slice(0, 10));
  expect(first.links).toMatchObject({ first: null, previous: null, random: '/trackrandom' });
  expect(first.links.next).toBe(`/?other=1&trackstiles.from=${newest[10]}#trackstiles`);
  const second = await load(first.links.next ?? '');
  expect(ids(second.rows)).toEqual(newest.slice(10, 20));
  const third = await load(second.links.next ?? '');
  expect(ids(third.rows)).toEqual(newest.slice(20));
  expect(third.links.next).toBeNull();
  expect(third.links.first).toBe('/?other=1#trackstiles');
  const back = await load(third.links.previous ?? '');
  expect(ids(back.rows)).toEqual(newest.slice(10, 20));
  const start = await load(back.links.previous ?? '');
  expect(ids(start.rows)).toEqual(newest.slice(0, 10));
  expect(start.links.previous).toBeNull();
});

test('column heads cycle through ascending, descending and none, starting at the first row', async () => {
  const by = (path: string) => load(path).then(({ sorting }) => sorting);
  expect((await by('/?trackstiles.from=5')).href(5)).toBe('/?trackstiles.order=5#trackstiles');
  const sorted = await load('/?trackstiles.order=1');
  expect(ids(sorted.rows)).toEqual(tracks.slice(0, 10));
  expect(sorted.sorting.order).toBe(1);
  expect(sorted.sorting.href(null)).toBe('/#trackstiles');
});

test('an address with an unknown or invalid row starts at the beginning', async () => {
  for (const order of ['', '&trackstiles.order=13']) {
    const lost = await load(`/?trackstiles.from=2000000000${order}`);
    const first = await load(`/?${order.slice(1)}`);
    expect([ids(lost.rows), lost.problem]).toEqual([ids(first.rows), null]);
    expect(lost.rows).toHaveLength(10);
  }
  expect(ids((await load('/?trackstiles.from=x&trackstiles.order=999')).rows)).toEqual(newest.slice(0, 10));
});

test('a script that pages one list loads no other', async () => {
  expect((await load('/', { [onlyViewHeader]: 'news' })).rows).toEqual([]);
  expect((await load('/', { [onlyViewHeader]: 'trackstiles' })).rows).toHaveLength(10);
});

test('the numbered bar counts approved tracks; managers see the others with their status', async () => {
  const packId = await makePack(ctx, { ownerId: ann.viewer.userId, name: 'Pack' });
  for (const [place, trackId] of tracks.entries())
    await makePackTrack(ctx, {
      packId,
      trackId,
      addedBy: ann.viewer.userId,
      ...(place < 22 ? { position: 22 - place } : { status: 3 }),
    });
  const scope = { packid: String(packId) };
  const inOrder = tracks.slice(0, 22).toReversed();
  const first = await loadNumbered(page('/trackpackshow/1'), trackList, packTracks, scope);
  expect([ids(first.rows), first.total]).toEqual([inOrder.slice(0, 20), 22]);
  expect(first.numbers).toEqual({ current: 1, last: 2, path: '/trackpackshow/1' });
  const second = await loadNumbered(page('/trackpackshow/1?x=1&p=2'), trackList, packTracks, scope);
  expect(ids(second.rows)).toEqual(inOrder.slice(20));
  expect(second.numbers).toEqual({ current: 2, last: 2, path: '/trackpackshow/1?x=1' });
  const seenByAnn = { ...page('/'), locals: { ctx: ann } };
  const managed = await loadView(seenByAnn, trackList, packManager, scope);
  expect(ids(managed.rows)).toEqual(inOrder.slice(0, 20));
  expect(managed.links.next).not.toBeNull();
  expect((await loadView(page('/'), trackList, packManager, scope)).rows).toHaveLength(20);
});
