import { describe, expect, test } from 'vitest';
import { app } from '#app.ts';
import { packTracks } from '#features/packs/list/views.ts';
import { trackList } from '#features/tracks/list/server/list.ts';
import { TrackFinder } from '#features/tracks/search-index/server/track-finder.ts';
import { recountPeople } from '#features/users/server/recount.ts';
import { loadNumbered } from '#layouts/lists/load-view.ts';
import { isListEndpoint } from '#platform/lists/endpoint.ts';
import type { List } from '#platform/lists/list.ts';
import { readParams } from '#platform/lists/params.ts';
import { readPage } from '#platform/lists/run.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask } from './asker.ts';
import { makeRightsWorld } from './scene.ts';

const { db, url } = await testDb();
const ctx = await testCtx({ db, site: 'tmnf' });
const { people, scenes } = await makeRightsWorld(ctx);
const secret = [scenes.unlisted, scenes.hidden, scenes.deleted, scenes['deleted by a moderator']];
const open = [scenes.public, scenes.beta];
const never = 2_000_000_000;
const everybody = Object.values(people).map(({ viewer }) => viewer.userId);
await recountPeople(
  ctx,
  everybody.filter((userId) => userId > 0),
);
const finder = new TrackFinder(ctx, url, ['tmnf']);
await finder.load();

const lists = Object.entries(app.routes).flatMap(([key, endpoint]) =>
  isListEndpoint(endpoint) ? [{ path: key.slice('GET '.length), list: endpoint.list }] : [],
);

/** Viewers who must not see four of the six tracks, with and without the search in memory. */
const outsiders: readonly [string, TestCtx][] = [
  ['a visitor', people.visitor],
  ['a stranger', people.stranger],
  ['a visitor, searched in memory', { ...people.visitor, finders: new Map([['tracks', finder]]) }],
  ['a stranger, searched in memory', { ...people.stranger, finders: new Map([['tracks', finder]]) }],
];

const read = async (who: TestCtx, list: List, query: Record<string, string>) => {
  const { rows, more } = await readPage(who, list, readParams(new URLSearchParams(query)));
  return { rows, more, text: rows.join('\n') };
};

const fieldsOf = (list: List) => Object.keys(list.fields).join(',');

/** Returns what reveals a track: its id in a field of that name, or the word in its name and texts. */
function leaks(text: string): string[] {
  return secret
    .filter(
      ({ trackId, word }) =>
        text.includes(word) ||
        new RegExp(`"TrackId":${trackId}\\b`).test(text) ||
        text.includes(`/trackshow/${trackId}"`),
    )
    .map(({ situation }) => situation);
}

test('the check itself can fail', async () => {
  const tracks = lists.find(({ list }) => list.name === 'tracks')?.list;
  if (!tracks) throw new Error('There is no list of tracks.');
  const { text } = await read(people.uploader, tracks, { fields: fieldsOf(tracks), count: '100' });
  expect(leaks(text)).toEqual(['unlisted', 'hidden']);
});

describe.each(outsiders)('%s', (_, who) => {
  test.each(lists)('finds none of them in $path, in any order', async ({ list }) => {
    for (const code of [undefined, ...Object.values(list.orders).flatMap(({ codes }) => codes)]) {
      const order: Record<string, string> = code === undefined ? {} : { order1: `${code}` };
      const { text } = await read(who, list, {
        fields: fieldsOf(list),
        count: `${list.pageSize.most}`,
        ...order,
      });
      expect([code, leaks(text)]).toEqual([code, []]);
    }
  });

  test.each(lists.filter(({ list }) => 'trackid' in list.filters))(
    'learns nothing from $path about one of them',
    async ({ list }) => {
      for (const { situation, trackId } of secret) {
        const { rows } = await read(who, list, { fields: fieldsOf(list), trackid: `${trackId}` });
        expect([situation, rows]).toEqual([situation, []]);
      }
      for (const { situation, trackId } of open) {
        const { rows } = await read(who, list, { fields: fieldsOf(list), trackid: `${trackId}` });
        expect([situation, rows.length > 0]).toEqual([situation, true]);
      }
    },
  );

  test('cannot find their position with a cursor', async () => {
    const list = lists.find(({ path }) => path === '/api/tracks')?.list;
    if (!list) throw new Error('There is no list of tracks.');
    for (const [by, { codes }] of Object.entries(list.orders))
      for (const at of ['after', 'before', 'from']) {
        const page = async (id: number) => {
          const query = { fields: 'TrackId', order1: `${codes[0]}`, [at]: `${id}` };
          try {
            return (await read(who, list, query)).text;
          } catch (error) {
            return String(error);
          }
        };
        const nowhere = await page(never);
        // a track that the viewer may see has a position of its own
        if (at === 'from') expect(await page(scenes.public.trackId)).not.toBe(nowhere);
        const order = trackList.orders[by];
        // an order without the filter it needs gives way to the newest first
        const newestFirst = order?.needs !== undefined;
        const isOfArrival = newestFirst || order?.lowest !== undefined;
        // in an order of creation every id has a position between the visible tracks, as if it had no track
        const place = (id: number) =>
          open
            .map(({ trackId }) => trackId)
            .filter((trackId) => trackId > id !== ((at === 'before') !== newestFirst))
            .sort((one, other) => (newestFirst ? other - one : one - other))
            .map((TrackId) => JSON.stringify({ TrackId }))
            .join('\n');
        for (const { situation, trackId } of secret) {
          // a deleted one was public until then, and so was its position
          if (situation.startsWith('deleted')) continue;
          const expected = isOfArrival ? place(trackId) : nowhere;
          expect([by, at, situation, await page(trackId)]).toEqual([by, at, situation, expected]);
        }
      }
  });

  test('never gets one of them as a random track', async () => {
    const seen = new Set<string>();
    for (let times = 0; times < 60; times++)
      seen.add((await ask(who, { method: 'GET', path: '/trackrandom' })).location);
    expect([...seen].sort()).toEqual(open.map(({ trackId }) => `/trackshow/${trackId}`).sort());
  });

  test('does not see them in the counts and pages of a pack', async () => {
    for (const { situation, packId } of [...secret, ...open]) {
      const url = new URL(`http://${who.site.host}/trackpackshow/${packId}`);
      const visit = { url, request: new Request(url), locals: { ctx: who } };
      const page = await loadNumbered(visit, trackList, packTracks, { packid: `${packId}` });
      const isOpen = open.some((scene) => scene.situation === situation);
      expect([situation, page.total, page.rows.length]).toEqual([situation, isOpen ? 1 : 0, isOpen ? 1 : 0]);
    }
  });
});

test('the counters of users include only what everyone can see', async () => {
  const users = lists.find(({ path }) => path === '/api/users')?.list;
  if (!users) throw new Error('There is no list of users.');
  const countersOf = async (userId: number) =>
    JSON.parse(
      (
        await read(people.visitor, users, {
          fields: 'Tracks,TrackCommentsGiven,TrackCommentsReceived,TrackAwardsReceived,Replays',
          id: `${userId}`,
        })
      ).rows[0] ?? '{}',
    );
  expect(await countersOf(people.uploader.viewer.userId)).toMatchObject({ Tracks: 2, Replays: 2 });
  expect(await countersOf(people['co-author'].viewer.userId)).toMatchObject({ Tracks: 2 });
  expect(await countersOf(people['pending co-author'].viewer.userId)).toMatchObject({ Tracks: 0 });
  expect(await countersOf(people.stranger.viewer.userId)).toMatchObject({ TrackCommentsGiven: 2 });
});

test('a video lists only tracks that everyone can see', async () => {
  const videos = lists.find(({ path }) => path === '/api/videos')?.list;
  if (!videos) throw new Error('There is no list of videos.');
  for (const scene of [...secret, ...open]) {
    const { rows } = await read(people.visitor, videos, { fields: 'MapCount', id: `${scene.videoId}` });
    const shown = open.some(({ situation }) => situation === scene.situation) ? 1 : 0;
    expect([scene.situation, rows]).toEqual([scene.situation, [JSON.stringify({ MapCount: shown })]]);
  }
});
