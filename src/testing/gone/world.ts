import { makeAward, makeComment, makePack, makePackTrack, makeReplay } from '#demo/make-lists.ts';
import { notify } from '#features/notices/server/actions.ts';
import { inTransaction } from '#platform/ctx.ts';
import { routes } from '#routes.ts';
import { seenFrom, type TestCtx } from '#testing/ctx.ts';
import { makeBoard, makeNews, makeThread, makeVideo } from '#testing/make-community.ts';
import { makeMember, makeTrack } from '#testing/tracks.ts';

/** In the name of the user who leaves and in everything they wrote, and nowhere else. */
export const word = 'Quillfeather';

/** A user who wrote everywhere, and another one who sees it. */
export interface GoneWorld {
  readonly leaver: TestCtx;
  readonly other: TestCtx;
  readonly ids: {
    /** of the other user, with a comment, an award and a replay of the leaver */
    readonly track: number;
    /** of the leaver */
    readonly ownTrack: number;
    readonly pack: number;
    readonly thread: number;
    readonly video: number;
    readonly news: number;
  };
}

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
  await inTransaction(leaver, (tx) =>
    notify(tx, {
      to: [other.viewer.userId],
      kind: 'comment.new',
      text: `${word} commented on your track.`,
      link: routes.trackShow(track),
    }),
  );
  return { leaver, other, ids: { track, ownTrack, pack, thread, video, news } };
}
