import { expect, test } from 'vitest';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeReplay } from '#testing/make-lists.ts';
import { asMember, makeMember, makeTrack } from '#testing/tracks.ts';
import { loadReplayHistory } from './_load-replay-history.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const author = await asMember(world);
const day = (n: number) => new Date(Date.UTC(2012, 0, n));
const trackId = await makeTrack(author, { uploadedAt: day(1) });
for (const [n, timeMs, secretUntil] of [
  [2, 71_111, null],
  [3, 62_222, new Date('2027-01-01')],
  [4, 53_333, null],
] as const)
  await makeReplay(world, {
    trackId,
    timeMs,
    secretUntil,
    at: day(n),
    userId: (await makeMember(world)).userId,
    position: 4 - n,
  });

const load = (search = '', ctx = world, id = String(trackId)) =>
  loadReplayHistory({
    url: new URL(`http://tmnf.localhost/trackreplayshow/${id}${search}`),
    params: { id },
    locals: { ctx },
  });

test('without a date it is the leaderboard of now; a date to come and unreadable text mean now too', async () => {
  for (const search of ['', '?at=2040-01-01', '?at=soon', '?at=&after=x', '?after=2000000000']) {
    const page = await load(search);
    expect([page?.chosen, page?.board.rows.length], search).toEqual([null, 3]);
  }
});

test('a day means its end', async () => {
  const page = await load('?at=2012-01-03');
  expect(page?.board.rows.map(({ Position }) => Position)).toEqual([0, 1]);
  expect([page?.changes.previous, page?.changes.next]).toEqual([day(2), day(4)]);
});

test('the form keeps the moment shown while the day stays', async () => {
  const moment = '2012-01-03T00:00:00.000Z';
  const shown = await load(`?at=2012-01-03&moment=${moment}&beaten=1`);
  expect(shown?.chosen).toEqual(new Date(moment));
  expect(shown?.withBeaten).toBe(true);
  const otherDay = await load(`?at=2012-01-02&moment=${moment}&beaten=1`);
  expect(otherDay?.chosen).toEqual(new Date('2012-01-02T23:59:59.999Z'));
});

test('a secret result is nowhere in the page of a visitor: not in rows, gaps, gains or the chart', async () => {
  const seen = JSON.stringify(await load('?beaten=1'));
  expect(seen).toContain('71111');
  expect(seen).not.toContain('62222');
  // the gaps and the gain from which it could be calculated
  for (const gap of [71_111 - 62_222, 62_222 - 53_333]) expect(seen).not.toContain(String(gap));
  const page = await load();
  expect(page?.records.map(({ number, gain }) => [number, gain])).toEqual([
    [3, null],
    [2, null],
    [1, null],
  ]);
  expect(page?.chart?.dots.map(({ isSecret }) => isSecret)).toEqual([false, true, false]);
  expect(JSON.stringify(await load('', author))).toContain('62222');
});

test.each([
  ['a visitor races the records that are not secret', world, 2],
  ['an author races all of them', author, 3],
])('%s', async (_, ctx, racers) => {
  const page = await load('', ctx);
  const watched = page?.records.map(({ ReplayId }) => ReplayId).filter((_, at) => racers === 3 || at !== 1);
  expect(watched).toHaveLength(racers);
  expect(page?.race).toContain(`?replays=${watched?.join(',')}&`);
});

test('a wrong key changes nothing for a public track; an unknown track is none', async () => {
  const page = await load('?at=2012-01-04&beaten=1&key=abc');
  expect(page?.board).toMatchObject({ previous: null, next: null });
  expect(await load('', world, '999999')).toBeNull();
  expect(await load('', world, 'abc')).toBeNull();
});
