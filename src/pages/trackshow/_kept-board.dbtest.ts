import { expect, test } from 'vitest';
import { Caches } from '#platform/page-cache/caches.ts';
import { startTrackSearch } from '#server/track-search.ts';
import { testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { say } from '#testing/held-texts.ts';
import { makeReplay } from '#testing/make-lists.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';
import { loadTrackPage } from './_load-track-page.ts';

const { db, url } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const caches = new Caches({ clock: world.clock, sites: ['tmnf'], maxBytes: 10_000_000 });
const visitor = { ...world, finders: new Map(), caches };
const search = startTrackSearch(visitor, [world.site], url);
await search.loaded;

test('a comment on a track leaves its leaderboard as it is, and a replay does not', async () => {
  const [ann, bob] = [await asMember(world), await asMember(world)];
  const trackId = await makeTrack(ann);
  await makeReplay(bob, { trackId, userId: bob.viewer.userId, timeMs: 45_000, position: 1 });
  const address = new URL(`http://${world.site.host}/trackshow/${trackId}`);
  const load = () =>
    loadTrackPage({
      url: address,
      request: new Request(address),
      params: { id: `${trackId}` },
      locals: { ctx: visitor },
    });
  const comments = async () => (await load())?.track.comments;
  const drivers = async () => (await load())?.board.rows.length;

  // changes arrive in order: with the first comment, everything before it has
  await say(bob, trackId, 'A fine line.');
  await expect.poll(comments, { timeout: 20_000 }).toBe(1);
  const before = await load();
  await say(bob, trackId, 'And a fine finish.');
  await expect.poll(comments, { timeout: 20_000 }).toBe(2);
  expect((await load())?.board).toBe(before?.board);

  await makeReplay(ann, { trackId, userId: ann.viewer.userId, timeMs: 44_000, position: 1 });
  await expect.poll(drivers, { timeout: 20_000 }).toBe(2);
});
