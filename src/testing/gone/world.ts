import { prepareDigests } from '#features/notices/server/digests.ts';
import { routes } from '#routes/routes.ts';
import { seenFrom, type TestCtx } from '#testing/ctx.ts';
import { makeBoard, makeNews, makeThread, makeVideo } from '#testing/make-community.ts';
import { makeAward, makeComment, makePack, makePackTrack, makeReplay } from '#testing/make-lists.ts';
import { choose, notifyUser } from '#testing/notices.ts';
import { talk } from '#testing/talks.ts';
import { makeMember, makeTrack } from '#testing/tracks.ts';
import { Uploader } from '#testing/uploader.ts';

/** In the name of the user who leaves and in everything they wrote, and nowhere else. */
export const word = 'Quillfeather';

/** Texts of the user; not names of tracks, trackpacks and videos, nor what the crew publishes. */
export const texts =
  /(Answer|Comments?|Award|Thread|Post|Title|Mail) of Quillfeather|About Quillfeather|Quillfeather commented/;

/** A user who wrote everywhere, and another user who sees it. */
export interface GoneWorld {
  readonly leaver: TestCtx;
  readonly other: TestCtx;
  /** a user who gets notices in a daily mail */
  readonly subscriber: TestCtx;
  readonly ids: {
    /** of the other user, with a comment, an award and a replay of the leaver */
    readonly track: number;
    /** of the leaver */
    readonly ownTrack: number;
    readonly pack: number;
    readonly thread: number;
    readonly video: number;
    readonly news: number;
    readonly conversation: number;
    /** to the other user */
    readonly mailAtOnce: number;
    /** to the subscriber */
    readonly dailyMail: number;
  };
}

/** A board that all editions share. */
export const sharedBoard = 9;

export async function makeGoneWorld(ctx: TestCtx): Promise<GoneWorld> {
  const site = ctx.site.code;
  const viewer = { ...(await makeMember(ctx)), name: word };
  const named = { name: word, name_folded: word.toLowerCase() };
  await ctx.db
    .updateTable('profile')
    .set({ ...named, user_comments: `About ${word}`, custom_title: `Title of ${word}` })
    .where('site', '=', site)
    .where('user_id', '=', viewer.userId)
    .execute();
  await ctx.db
    .updateTable('account')
    .set({ name: word, name_key: word.toLowerCase() })
    .where('account_id', '=', viewer.accountId ?? 0)
    .execute();
  const leaver = seenFrom(ctx, { viewer });
  const other = seenFrom(ctx, { viewer: await makeMember(ctx) });
  const { userId } = viewer;
  const track = await makeTrack(other, { name: 'Of somebody else' });
  const ownTrack = await makeTrack(leaver, { name: `Track of ${word}` });
  await ctx.db
    .updateTable('track')
    .set({ author_comments: `Comments of ${word} on the track` })
    .where('site', '=', site)
    .where('track_id', '=', ownTrack)
    .execute();
  const about = { trackId: track, userId };
  const first = await makeComment(ctx, { trackId: track, userId: other.viewer.userId, text: 'A question' });
  await makeComment(ctx, { ...about, text: `Answer of ${word}`, parentId: first });
  await makeComment(ctx, { ...about, text: `Comment of ${word}` });
  await makeAward(ctx, { ...about, text: `Award of ${word}` });
  await makeReplay(ctx, { ...about, timeMs: 45_000, at: ctx.clock.now() });
  const pack = await makePack(ctx, { ownerId: userId, name: `Pack of ${word}` });
  await makePackTrack(ctx, { packId: pack, trackId: track, addedBy: userId, position: 1, status: 1 });
  const boardId = await makeBoard(ctx, { boardId: 2, title: 'General' });
  const thread = await makeThread(ctx, {
    boardId,
    userId,
    title: `Thread of ${word}`,
    posts: [{ userId, text: `Post of ${word}` }],
  });
  const video = await makeVideo(ctx, {
    posterId: userId,
    title: `Video of ${word}`,
    author: word,
    linkId: 'abcdefghijk',
  });
  const news = await makeNews(ctx, { userId, title: `News of ${word}`, message: `Message of ${word}` });
  await ctx.db
    .insertInto('favorite_user')
    .values({ site, user_id: other.viewer.userId, favorite_id: userId, added_at: ctx.clock.now() })
    .execute();
  await makeBoard(ctx, { boardId: sharedBoard, title: 'Tools' });
  await ctx.db
    .updateTable('forum_board')
    .set({ is_shared: true })
    .where('site', '=', site)
    .where('board_id', '=', sharedBoard)
    .execute();
  await makeThread(ctx, {
    boardId: sharedBoard,
    userId,
    title: `Thread of ${word} for all editions`,
    posts: [{ userId, text: `Post of ${word} for all editions` }],
  });
  const sender = await Uploader.of(leaver);
  const { ConversationId: conversation } = await talk(
    sender,
    [await Uploader.of(other)],
    `Mail of ${word}`,
    'A question',
  );
  const subscriber = seenFrom(ctx, { viewer: await makeMember(ctx) });
  await choose(other, { comments: 'mail' });
  await choose(subscriber, { comments: 'daily' });
  ctx.clock.forward({ minutes: 1 });
  const commented = `${word} commented on your track.`;
  for (const to of [other, subscriber])
    await notifyUser(leaver, to, 'comment.new', commented, routes.trackShow(track));
  ctx.clock.forward({ days: 1 });
  await prepareDigests(ctx, 'daily');
  return {
    leaver,
    other,
    subscriber,
    ids: {
      track,
      ownTrack,
      pack,
      thread,
      video,
      news,
      conversation,
      mailAtOnce: await mailOfUser(other),
      dailyMail: await mailOfUser(subscriber),
    },
  };
}

async function mailOfUser({ db, site, viewer }: TestCtx): Promise<number> {
  const { mail_id } = await db
    .selectFrom('notice_outbox')
    .where('site', '=', site.code)
    .where('user_id', '=', viewer.userId)
    .select('mail_id')
    .executeTakeFirstOrThrow();
  return mail_id;
}
