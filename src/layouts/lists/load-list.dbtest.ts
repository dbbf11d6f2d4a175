import { expect, test } from 'vitest';
import { leaderboardSearch } from '#features/leaderboards/search.ts';
import { leaderboardList } from '#features/leaderboards/server/list.ts';
import { trackSearch } from '#features/tracks/list/search.ts';
import { trackList } from '#features/tracks/list/server/list.ts';
import { userSearch } from '#features/users/list/search.ts';
import { userList } from '#features/users/list/server/list.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { loadList } from './load-list.ts';

const { db } = await testDb();
const ctx = await testCtx({ db, site: 'tmnf' });
const ann = await asMember(ctx);
const trackId = await makeTrack(ann);

const url = (search: string) => new URL(search, 'http://tmnf.localhost');
const loads = {
  tracks: (search: string) => loadList(ctx, trackList, trackSearch(ctx.site), url(search)),
  users: (search: string) => loadList(ctx, userList, userSearch, url(search)),
  leaderboards: (search: string) => loadList(ctx, leaderboardList, leaderboardSearch(ctx.site), url(search)),
};

test.each([
  ['tracks', '?query=id:99999999999'],
  ['tracks', '?query=status:9'],
  ['tracks', '?query=value:1.5...'],
  ['tracks', '?query=author:%00'],
  ['tracks', '?query=%00'],
  ['tracks', '?lbid=abc'],
  ['tracks', '?lbenv=99'],
  ['tracks', '?from=9999'],
  ['tracks', '?from=9999&dm=1&order=5'],
  ['users', '?query=tracks:99999999999'],
  ['users', '?from=9999'],
  ['leaderboards', '?lbid=abc'],
  ['leaderboards', '?lbenv=abc'],
  ['leaderboards', '?query=lbid:99999999999'],
  ['leaderboards', '?from=9999'],
] as const)('%s load although %s cannot be served', async (list, search) => {
  expect((await loads[list](search)).status).toEqual({ at: 'loaded' });
});

test('a filter that cannot be read filters nothing, the others still do', async () => {
  const { page } = await loads.tracks(`?lbid=abc&query=status:9 id:${trackId}`);
  expect(page.rows).toMatchObject([{ TrackId: trackId }]);
  expect((await loads.tracks(`?lbid=abc&query=id:${trackId + 1}`)).page.rows).toEqual([]);
});
