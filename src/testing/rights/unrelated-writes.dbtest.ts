import { expect, test } from 'vitest';
import { replyTo, startThread } from '#features/forum/server/actions.ts';
import { threadForUpdate } from '#features/forum/server/repo.ts';
import { threadPage } from '#features/forum/server/show.ts';
import { trackSearch } from '#features/tracks/list/search.ts';
import { trackList } from '#features/tracks/list/server/list.ts';
import { loadList } from '#layouts/lists/load-list.ts';
import { loadPackPage } from '#pages/trackpackshow/_load-pack-page.ts';
import { loadTrackPage } from '#pages/trackshow/_load-track-page.ts';
import { loadUserPage } from '#pages/usershow/_load-user-page.ts';
import { inTransaction } from '#platform/ctx.ts';
import { Caches } from '#platform/page-cache/caches.ts';
import { samePart } from '#platform/page-cache/same-part.ts';
import { routes } from '#routes/routes.ts';
import { startTrackSearch } from '#server/track-search.ts';
import { type TestCtx, testCtx } from '#testing/ctx.ts';
import { testDb } from '#testing/db.ts';
import { say } from '#testing/held-texts.ts';
import { makeLeaderboardRow, makePack, makePackTrack, makeReplay } from '#testing/make-lists.ts';
import { asMember, makeTrack } from '#testing/tracks.ts';

const { db, url } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const caches = new Caches({ clock: world.clock, sites: ['tmnf'], maxBytes: 10_000_000 });
const visitor = { ...world, finders: new Map(), caches };
await startTrackSearch(visitor, [world.site], url).loaded;

/** A user with a track that has a replay, a pack with a leaderboard that contains it, and a thread. */
async function settle() {
  const author = await asMember(world);
  const trackId = await makeTrack(author);
  const { userId } = author.viewer;
  await makeReplay(author, { trackId, userId, timeMs: 45_000, position: 1 });
  const packId = await makePack(author, { name: `Pack of ${userId}`, ownerId: userId });
  await makePackTrack(author, { packId, trackId, addedBy: userId });
  await makeLeaderboardRow(author, { board: packId, userId, score: 10, snapshot: 0 });
  const { threadId } = await inTransaction(author, (tx) =>
    startThread(tx, { boardId: 2, title: `About ${userId}`, text: 'The first post' }),
  );
  // otherwise the page leaves out what is certainly empty
  await db
    .updateTable('profile')
    .set({ tracks: 1, replays: 1 })
    .where('site', '=', world.site.code)
    .where('user_id', '=', userId)
    .execute();
  return { userId, trackId, packId, threadId };
}

const pageAt =
  <T>(
    load: (page: { url: URL; request: Request; params: { id: string }; locals: { ctx: TestCtx } }) => T,
    path: string,
    id = 0,
  ) =>
  () => {
    const address = new URL(path, `http://${world.site.host}`);
    const request = new Request(address);
    return load({ url: address, request, params: { id: `${id}` }, locals: { ctx: visitor } });
  };

const reply = (ctx: TestCtx, threadId: number) =>
  inTransaction(ctx, async (tx) =>
    replyTo(tx, await threadForUpdate(tx, threadId), { text: 'A reply', isPaced: false }),
  );

test('an award, a comment, a post, a result and a move that concern other pages leave these in the cache', async () => {
  const [here, there] = [await settle(), await settle()];
  const [fan, last] = [await asMember(world), await asMember(world)];
  world.clock.forward({ days: 2 }); // awards need an account of some age
  const search = `${routes.trackSearch()}?order1=1&query=${encodeURIComponent(`author:${here.userId}`)}`;
  const pages = {
    user: pageAt(loadUserPage, routes.userShow(here.userId), here.userId),
    track: pageAt(loadTrackPage, routes.trackShow(here.trackId), here.trackId),
    pack: pageAt(loadPackPage, routes.trackPackShow(here.packId), here.packId),
    thread: pageAt(
      ({ url: at, locals }) => threadPage(locals.ctx, here.threadId, at.searchParams),
      routes.threadShow(here.threadId),
    ),
    search: pageAt(
      ({ url: at, locals }) => loadList(locals.ctx, trackList, trackSearch(world.site), at),
      search,
    ),
  };
  const other = pageAt(loadTrackPage, routes.trackShow(there.trackId), there.trackId);
  const commentsThere = async () => (await other())?.track.comments;
  const made = new Set<string>();
  const visitAll = async () => {
    for (const [name, load] of Object.entries(pages))
      await samePart(visitor, `unrelated ${name}`, async () => {
        made.add(name);
        return load();
      });
  };
  // changes arrive in order: with this comment, everything before it has
  await say(last, there.trackId, 'A fine line.');
  await expect.poll(commentsThere, { timeout: 20_000 }).toBe(1);
  await visitAll();
  expect([...made]).toEqual(Object.keys(pages));

  made.clear();
  expect((await say(fan, there.trackId, 'A fine track.', 'award')).status).toBe(200);
  await db
    .updateTable('pack_track')
    .set({ position: 2 })
    .where('site', '=', world.site.code)
    .where('pack_id', '=', there.packId)
    .execute();
  await makeLeaderboardRow(world, { board: there.packId, userId: here.userId, score: 20 });
  await reply(fan, there.threadId);
  expect((await say(last, there.trackId, 'And a fine finish.')).status).toBe(200);
  await expect.poll(commentsThere, { timeout: 20_000 }).toBe(2);
  await visitAll();
  expect([...made]).toEqual([]);

  expect((await say(fan, here.trackId, 'A fine track, too.', 'award')).status).toBe(200);
  await reply(fan, here.threadId);
  await expect
    .poll(
      async () => {
        await visitAll();
        return [...made].toSorted();
      },
      { timeout: 20_000 },
    )
    .toEqual(Object.keys(pages).toSorted());
});
