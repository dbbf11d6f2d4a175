import { expect, test } from 'vitest';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { ask, listAt } from '#testing/lists.ts';
import { makeVideo } from '#testing/make-community.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { videoRoutes } from './endpoints.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const ann = await asMember(world);
const list = listAt(videoRoutes, '/api/videos');
const day = (n: number) => new Date(Date.UTC(2012, 0, n));
const titles = async (query: string, ctx = world) =>
  (
    await ask(ctx, list, `fields=Title&${query.includes('order1') ? query : `order1=1&${query}`}`)
  ).Results.map((row) => row.Title);

const annId = ann.viewer.userId;
const track = await makeTrack(ann);
const hidden = await makeTrack(ann, { isPublic: false });
const run = await makeVideo(world, {
  posterId: annId,
  creatorId: annId,
  title: 'World Record Run',
  author: 'AnnTV',
  linkId: 'abcdefghijk',
  thumbnail: 'https://img.example/1.jpg',
  lengthS: 95,
  at: day(2),
  publishedAt: day(1),
  tracks: [{ trackId: track, isFeatured: true, timestampS: 12 }, { trackId: hidden }],
});
await makeVideo(world, { posterId: annId, title: 'Café drive', linkId: 'b', at: day(1), lengthS: 10 });

test('every field; tracks that are hidden are not counted', async () => {
  const fields = Object.keys(list.fields).join(',');
  const { Results } = await ask(world, list, `id=${run}&trackid=${track}&fields=${fields}`);
  const person = { UserId: annId, Name: ann.viewer.name };
  expect(Results).toEqual([
    {
      VideoId: run,
      LinkId: 'abcdefghijk',
      Title: 'World Record Run',
      Author: 'AnnTV',
      Poster: person,
      Creator: person,
      Thumbnail: 'https://img.example/1.jpg',
      Length: 95,
      PostedAt: '2012-01-02T00:00:00.000',
      PublishedAt: '2012-01-01T00:00:00.000',
      MapCount: 1,
      Map: { Featured: true, TimestampAt: 12 },
    },
  ]);
  const plain = await ask(world, list, `id=${run}&fields=Map.Featured,Creator.Name`);
  expect(plain.Results).toEqual([{ Map: null, Creator: { Name: ann.viewer.name } }]);
});

test.each([
  ['', ['Café drive', 'World Record Run']],
  ['name=cafe', ['Café drive']],
  ['title=RECORD', ['World Record Run']],
  ['title=%25', []],
  [`name=${run}`, ['World Record Run']],
  [`trackid=${track}`, ['World Record Run']],
  [`trackid=${hidden}`, []],
  [`creatoruserid=${annId}`, ['World Record Run']],
  [`userid=${annId}`, ['Café drive', 'World Record Run']],
  ['order1=3', ['Café drive', 'World Record Run'].reverse()],
  ['order1=6', ['World Record Run', 'Café drive']],
  ['order1=7', ['Café drive', 'World Record Run']],
])('%s', async (query, expected) => {
  expect(await titles(query)).toEqual(expected);
});

test('the videos of a hidden track are for its authors', async () => {
  expect(await titles(`trackid=${hidden}`, ann)).toEqual(['World Record Run']);
});
