import { nextId } from '#db/ids.ts';
import { hourMs } from '#lib/codes/durations.ts';
import { foldForSearch } from '#lib/game-text/fold.ts';
import type { TestCtx } from './ctx.ts';
import type { Maker } from './make-lists.ts';

export interface VideoSpec {
  posterId: number;
  creatorId?: number | null;
  title: string;
  author?: string;
  linkId: string;
  thumbnail?: string;
  lengthS?: number;
  at?: Date;
  publishedAt?: Date;
  /** the tracks it shows */
  tracks?: readonly { trackId: number; isFeatured?: boolean; timestampS?: number | null }[];
}

export async function makeVideo(ctx: Maker, spec: VideoSpec): Promise<number> {
  const site = ctx.site.code;
  const at = spec.at ?? ctx.clock.now();
  const { video_id } = await ctx.db
    .insertInto('video')
    .values({
      site,
      video_id: nextId('video', site),
      poster_id: spec.posterId,
      creator_id: spec.creatorId ?? null,
      title: spec.title,
      title_folded: foldForSearch(spec.title),
      author: spec.author ?? '',
      link_id: spec.linkId,
      thumbnail: spec.thumbnail ?? '',
      length_s: spec.lengthS ?? 60,
      posted_at: at,
      published_at: spec.publishedAt ?? at,
    })
    .returning('video_id')
    .executeTakeFirstOrThrow();
  for (const { trackId, isFeatured = false, timestampS = null } of spec.tracks ?? []) {
    await ctx.db
      .insertInto('track_video')
      .values({ site, track_id: trackId, video_id, is_featured: isFeatured, timestamp_s: timestampS })
      .execute();
  }
  return video_id;
}

export interface NewsSpec {
  userId: number;
  title: string;
  message: string;
  at?: Date;
}

export async function makeNews(ctx: Maker, spec: NewsSpec): Promise<number> {
  const site = ctx.site.code;
  const at = spec.at ?? ctx.clock.now();
  const { news_id } = await ctx.db
    .insertInto('news')
    .values({
      site,
      news_id: nextId('news', site),
      user_id: spec.userId,
      title: spec.title,
      message: spec.message,
      posted_at: at,
      updated_at: at,
      published_at: at,
      announced_at: at,
    })
    .returning('news_id')
    .executeTakeFirstOrThrow();
  return news_id;
}

/** A forum board; an existing one stays unchanged. */
export async function makeBoard(
  ctx: Maker,
  spec: { boardId: number; title: string; about?: string; readLevel?: number; writeLevel?: number },
): Promise<number> {
  await ctx.db
    .insertInto('forum_board')
    .values({
      site: ctx.site.code,
      board_id: spec.boardId,
      title: spec.title,
      about: spec.about ?? '',
      read_level: spec.readLevel ?? 0,
      write_level: spec.writeLevel ?? 2,
    })
    .onConflict((conflict) => conflict.columns(['site', 'board_id']).doNothing())
    .execute();
  return spec.boardId;
}

export interface ThreadSpec {
  boardId: number;
  userId: number;
  title: string;
  at?: Date;
  isPinned?: boolean;
  isLocked?: boolean;
  /** the texts, of which the first opens the thread; an hour apart */
  posts?: readonly { userId: number; text: string }[];
}

export async function makeThread(ctx: Maker, spec: ThreadSpec): Promise<number> {
  const site = ctx.site.code;
  const at = spec.at ?? ctx.clock.now();
  const posts = spec.posts ?? [];
  const momentOf = (post: number) => new Date(at.getTime() + post * hourMs);
  const { thread_id } = await ctx.db
    .insertInto('forum_thread')
    .values({
      site,
      thread_id: nextId('thread', site),
      board_id: spec.boardId,
      user_id: spec.userId,
      title: spec.title,
      is_pinned: spec.isPinned ?? false,
      is_locked: spec.isLocked ?? false,
      posts: posts.length,
      created_at: at,
      last_post_at: momentOf(Math.max(posts.length - 1, 0)),
    })
    .returning('thread_id')
    .executeTakeFirstOrThrow();
  let last = 0;
  for (const [index, { userId, text }] of posts.entries()) {
    const posted_at = momentOf(index);
    const { post_id } = await ctx.db
      .insertInto('forum_post')
      .values({
        site,
        post_id: nextId('post', site),
        thread_id,
        board_id: spec.boardId,
        user_id: userId,
        number: index + 1,
        text,
        posted_at,
        updated_at: posted_at,
        deleted_at: null,
      })
      .returning('post_id')
      .executeTakeFirstOrThrow();
    last = post_id;
  }
  await ctx.db
    .updateTable('forum_thread')
    .where('site', '=', site)
    .where('thread_id', '=', thread_id)
    .set({ last_post_id: last, last_number: posts.length })
    .execute();
  return thread_id;
}

/** A custom address that a user has or had. */
export async function makeAddress(
  { db, site, clock }: TestCtx,
  userId: number,
  address: string,
): Promise<void> {
  await db
    .insertInto('profile_address')
    .values({ site: site.code, address, look: address, user_id: userId, taken_at: clock.now() })
    .execute();
}
