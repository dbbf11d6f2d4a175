import { forSite } from '#db/for-site.ts';
import { largestInteger } from '#lib/codes/ids.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';

const missing = () => notFound('This video');

const videoRow = (ctx: Ctx, videoId: number) =>
  forSite(ctx, 'video')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.site', '=', 'video.site').onRef('p.user_id', '=', 'video.poster_id'),
    )
    .leftJoin('profile as c', (join) =>
      join.onRef('c.site', '=', 'video.site').onRef('c.user_id', '=', 'video.creator_id'),
    )
    .where('p.site', '=', ctx.site.code)
    .where('video.video_id', '=', videoId)
    .where('video.removed_at', 'is', null)
    .selectAll('video')
    .select(['p.name as poster_name', 'c.name as creator_name']);

/** A video that was not removed; throws a Problem 404 otherwise. */
export async function storedVideo(ctx: Ctx, videoId: number) {
  const video =
    videoId > 0 && videoId <= largestInteger ? await videoRow(ctx, videoId).executeTakeFirst() : undefined;
  if (!video) throw missing();
  return video;
}

export type StoredVideo = Awaited<ReturnType<typeof storedVideo>>;

/** The same, locked until the end of the transaction. */
export async function lockedVideo(tx: TxCtx, videoId: number): Promise<StoredVideo> {
  const video = await videoRow(tx, videoId).forUpdate('video').executeTakeFirst();
  if (!video) throw missing();
  return video;
}

/** The video with this id on the video site, removed ones included. */
export const videoOfLink = (ctx: Ctx, linkId: string) =>
  forSite(ctx, 'video')
    .where('link_id', '=', linkId)
    .select(['video_id', 'title', 'removed_at'])
    .executeTakeFirst();
