import { expect, test } from 'vitest';
import { Level } from '#lib/codes/level.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { makeVideo } from '#testing/make-community.ts';
import { makeTrack } from '#testing/tracks.ts';
import { newPerson, visitorOf, withWrongTokens, writerOf } from '#testing/writes.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const ann = await newPerson(world);
const poster = await newPerson(world);
const [stranger, basic, moderator] = [
  await newPerson(world),
  await newPerson(world, Level.basic),
  await newPerson(world, Level.moderator),
];
let links = 0;

/** A track of Ann's with two videos, the first of them featured. */
async function place(isPublic = true) {
  const trackId = await makeTrack(ann.ctx, { isPublic, isListed: isPublic });
  const video = (isFeatured: boolean) =>
    makeVideo(world, {
      posterId: poster.ctx.viewer.userId,
      title: 'A lap',
      linkId: `link-${++links}`,
      tracks: [{ trackId, isFeatured }],
    });
  const [first, second] = [await video(true), await video(false)];
  return { trackId, first, second };
}

const videosOf = async (trackId: number) =>
  (
    await db
      .selectFrom('track_video')
      .where('site', '=', 'tmnf')
      .where('track_id', '=', trackId)
      .select(['video_id', 'is_featured'])
      .orderBy('video_id')
      .execute()
  ).map((row) => [row.video_id, row.is_featured]);

const writers = {
  visitor: () => visitorOf(world),
  basic: () => writerOf(basic),
  stranger: () => writerOf(stranger),
  poster: () => writerOf(poster),
  author: () => writerOf(ann),
  moderator: () => writerOf(moderator),
};

test.each([
  ['visitor', 401, 401],
  ['basic', 403, 403],
  ['stranger', 403, 403],
  ['poster', 403, 200],
  ['author', 200, 200],
  ['moderator', 200, 200],
] as const)('%s: featuring answers %i, removing %i', async (name, featuring, removing) => {
  const { trackId, second } = await place();
  const fields = { trackId: String(trackId), videoId: String(second) };
  expect(await writers[name]()('PUT', `/togglevideofeature/${trackId}`, fields)).toBe(featuring);
  expect(await writers[name]()('DELETE', `/removetrackvideo/${trackId}`, fields)).toBe(removing);
  expect((await videosOf(trackId)).length).toBe(removing === 200 ? 1 : 2);
});

test('another video replaces the featured one, and pressing again removes the feature', async () => {
  const { trackId, first, second } = await place();
  const press = () =>
    ann.ask('PUT', `/togglevideofeature/${trackId}`, { form: new URLSearchParams({ videoId: `${second}` }) });
  expect((await press()).json()).toEqual({ Added: true });
  expect(await videosOf(trackId)).toEqual([
    [first, false],
    [second, true],
  ]);
  expect((await press()).json()).toEqual({ Added: false });
  expect((await videosOf(trackId)).filter(([, featured]) => featured)).toEqual([]);
});

test('a video is removed once, even by concurrent requests; its poster is notified, and moderation is logged', async () => {
  const { trackId, first } = await place();
  const write = writerOf(moderator);
  const remove = () => write('DELETE', `/removetrackvideo/${trackId}`, { videoId: `${first}` });
  expect((await Promise.all([remove(), remove()])).sort()).toEqual([200, 404]);
  const notices = await db
    .selectFrom('notice')
    .where('site', '=', 'tmnf')
    .where('link', '=', `/trackshow/${trackId}`)
    .select(['user_id', 'kind'])
    .execute();
  expect(notices).toEqual([{ user_id: poster.ctx.viewer.userId, kind: 'track.video' }]);
  const acts = await db
    .selectFrom('moderation_act')
    .where('site', '=', 'tmnf')
    .where('subject_id', '=', trackId)
    .select('act')
    .execute();
  expect(acts).toEqual([{ act: 'track.removevideo' }]);
});

test('a hidden track, a video of another track and a foreign token change nothing', async () => {
  const [hidden, open] = [await place(false), await place()];
  const write = writerOf(stranger);
  expect(await write('PUT', `/togglevideofeature/${hidden.trackId}`, { videoId: `${hidden.first}` })).toBe(
    404,
  );
  const mixed = { videoId: `${hidden.first}` };
  expect(await writerOf(ann)('DELETE', `/removetrackvideo/${open.trackId}`, mixed)).toBe(404);
  const fields = { videoId: `${open.first}` };
  for (const [method, path] of [
    ['PUT', `/togglevideofeature/${open.trackId}`],
    ['DELETE', `/removetrackvideo/${open.trackId}`],
  ] as const) {
    expect(await withWrongTokens(world, ann, method, path, fields)).toEqual([400, 400]);
  }
  expect(await videosOf(open.trackId)).toHaveLength(2);
});
