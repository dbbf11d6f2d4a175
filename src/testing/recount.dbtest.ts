import { expect, test } from 'vitest';
import { recountThreads } from '#features/forum/server/recount.ts';
import { recountPacks } from '#features/packs/server/recount.ts';
import { rankReplays } from '#features/replays/ranking/server/rank.ts';
import { recountComments, recountRecords } from '#features/tracks/server/recount.ts';
import { recountPeople } from '#features/users/server/recount.ts';
import { PackTrackStatus } from '#lib/codes/pack.ts';
import { makeBoard, makeThread, makeVideo } from '#testing/make-community.ts';
import { testCtx } from './ctx.ts';
import { testDb } from './db.ts';
import { makeAward, makeComment, makePack, makePackTrack, makeReplay } from './make-lists.ts';
import { asMember, makeMember, makeTrack } from './tracks.ts';

const { db } = await testDb();
const world = await testCtx({ db, site: 'tmnf' });
const site = 'tmnf';
const author = await asMember(world);
const annId = (await makeMember(world)).userId;
const benId = (await makeMember(world)).userId;
const authorId = author.viewer.userId;
const at = (minute: number) => new Date(Date.UTC(2012, 0, 1, 0, minute));
const track = await makeTrack(author);
const hidden = await makeTrack(author, { isPublic: false });

const row = (trackId: number) =>
  db
    .selectFrom('track')
    .where('site', '=', site)
    .where('track_id', '=', trackId)
    .selectAll()
    .executeTakeFirstOrThrow();
const places = async () =>
  Object.fromEntries(
    (
      await db
        .selectFrom('replay')
        .where('site', '=', site)
        .where('track_id', '=', track)
        .select(['replay_id', 'top_position', 'is_best'])
        .execute()
    ).map((replay) => [replay.replay_id, replay.is_best ? replay.top_position : null]),
  );

test('the best replay of each driver on the current version is ranked; ties go to the older one', async () => {
  const slow = await makeReplay(world, { trackId: track, userId: annId, timeMs: 70_000, at: at(1) });
  await rankReplays(world, track);
  expect(await places()).toEqual({ [slow]: 0 });
  const late = await makeReplay(world, { trackId: track, userId: benId, timeMs: 60_000, at: at(9) });
  const fast = await makeReplay(world, {
    trackId: track,
    userId: annId,
    timeMs: 60_000,
    medal: 4,
    at: at(5),
  });
  const old = await makeReplay(world, {
    trackId: track,
    userId: authorId,
    timeMs: 1_000,
    trackVersion: 2,
    at: at(2),
  });
  await rankReplays(world, track);
  expect(await places()).toEqual({ [slow]: null, [fast]: 0, [late]: 1, [old]: null });
  await recountRecords(world, [track, hidden]);
  expect(await row(track)).toMatchObject({
    replays: 2,
    record_replay_id: fast,
    record_time_ms: 60_000,
    record_user_id: annId,
    record_at: at(5),
    author_time_beaten: true,
  });
  expect(await row(hidden)).toMatchObject({ replays: 0, record_replay_id: null, author_time_beaten: false });
});

test('the counters of tracks, packs, threads and users include only what everyone can see', async () => {
  const first = await makeComment(world, { trackId: track, userId: annId, text: 'a' });
  await makeComment(world, { trackId: track, userId: benId, text: 'b', parentId: first });
  await makeComment(world, { trackId: track, userId: annId, text: 'c', deletedAt: at(1) });
  await makeComment(world, { trackId: hidden, userId: annId, text: 'd' });
  await makeAward(world, { trackId: track, userId: annId, text: 'e', at: at(7) });
  await makeAward(world, { trackId: track, userId: benId, text: 'f', at: at(8), deletedAt: at(9) });
  await recountComments(world, [track, hidden]);
  expect(await row(track)).toMatchObject({ awards: 1, comments: 2, last_awarded_at: at(7) });

  const pack = await makePack(world, { ownerId: annId, name: 'Cup' });
  await makePackTrack(world, { packId: pack, trackId: track, addedBy: annId });
  await makePackTrack(world, {
    packId: pack,
    trackId: hidden,
    addedBy: annId,
    status: PackTrackStatus.rejected,
  });
  await recountPacks(world, [pack]);
  expect(
    await db
      .selectFrom('pack')
      .where('site', '=', site)
      .select(['tracks', 'environments'])
      .executeTakeFirst(),
  ).toEqual({ tracks: 1, environments: [7] });

  const board = await makeBoard(world, { boardId: 2, title: 'General' });
  const posts = [
    { userId: annId, text: 'x' },
    { userId: benId, text: 'y' },
  ];
  const thread = await makeThread(world, { boardId: board, userId: annId, title: 'T', at: at(0), posts });
  await db
    .updateTable('forum_post')
    .set({ deleted_at: at(9) })
    .where('site', '=', site)
    .where('user_id', '=', benId)
    .execute();
  await recountThreads(world, [thread]);
  expect(
    await db
      .selectFrom('forum_thread')
      .where('site', '=', site)
      .select(['posts', 'last_post_at'])
      .executeTakeFirst(),
  ).toEqual({ posts: 1, last_post_at: at(0) });

  await makeVideo(world, { posterId: benId, creatorId: annId, title: 'V', linkId: 'v' });
  await db
    .insertInto('favorite_user')
    .values({ site, user_id: benId, favorite_id: annId, added_at: at(0) })
    .execute();
  await recountPeople(world, [authorId, annId, benId]);
  const people = await db
    .selectFrom('profile')
    .where('site', '=', site)
    .where('user_id', 'in', [authorId, annId, benId])
    .orderBy('user_id')
    .selectAll()
    .execute();
  expect(people).toMatchObject([
    { user_id: authorId, tracks: 1, awards_received: 1, comments_received: 2, replays: 1, author_medals: 0 },
    {
      user_id: annId,
      tracks: 0,
      packs: 1,
      awards_given: 1,
      comments_given: 1,
      forum_posts: 1,
      forum_threads: 1,
      videos_posted: 0,
      videos_created: 1,
      replays: 2,
      favorites: 1,
      author_medals: 1,
      gold_medals: 1,
      silver_medals: 1,
      bronze_medals: 1,
    },
    { user_id: benId, forum_posts: 0, videos_posted: 1, favorites: 0, awards_given: 0, replays: 1 },
  ]);
});
