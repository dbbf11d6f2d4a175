import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import type { ActFacts } from '#features/modlog/server/actions.ts';
import type { OnMerge } from '#features/tracks/move-merge/server/merge.ts';
import { countVideos } from '#features/users/server/counters.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { notFound, Problem } from '#platform/http/problem.ts';
import { linkedVideo, removeTrackVideo, videoState } from './actions.ts';
import { removeVideo } from './post.ts';
import { recordForPoster } from './record-for-poster.ts';
import { lockedVideo } from './repo.ts';

/**
 * Removes another user's video from the moderators' console. The moderator's own videos are refused, because removing them
 * deletes them permanently.
 */
export async function removeAsModerator(tx: TxCtx, videoId: number, reason: string): Promise<void> {
  const video = await lockedVideo(tx, videoId);
  if (video.poster_id === tx.viewer.userId)
    throw new Problem(409, 'This is your own video: remove it on its page.');
  await removeVideo(tx, video, { videoId, Reason: reason });
}

/** Restores a video that a moderator removed. */
export async function restoreVideo(tx: TxCtx, videoId: number, reason: string): Promise<void> {
  const video = await forSite(tx, 'video')
    .where('video_id', '=', videoId)
    .select(['video_id', 'title', 'poster_id', 'creator_id', 'removed_at'])
    .forUpdate()
    .executeTakeFirst();
  if (!video) throw notFound('This video');
  if (video.removed_at === null) throw new Problem(409, 'This video is not removed.');
  const poster = await forSite(tx, 'profile')
    .where('user_id', '=', video.poster_id)
    .select('closed_at')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (poster?.closed_at) throw new Problem(409, 'The account of the user who posted this video is closed.');
  await tx.db
    .updateTable('video')
    .set({ removed_at: null, removed_by: null, removed_reason: null })
    .where('site', '=', tx.site.code)
    .where('video_id', '=', videoId)
    .execute();
  await recordForPoster(tx, video, 'restore', reason, { after: { Title: video.title } });
  await countVideos(tx, [
    { userId: video.poster_id, posted: 1, created: 0 },
    ...(video.creator_id === null ? [] : [{ userId: video.creator_id, posted: 0, created: 1 }]),
  ]);
}

/** The videos of a track that a moderator may remove from it. */
export const trackVideos = (ctx: Ctx, trackId: number) =>
  forSite(ctx, 'track_video')
    .innerJoin('video', (join) =>
      join.onRef('video.site', '=', 'track_video.site').onRef('video.video_id', '=', 'track_video.video_id'),
    )
    .where('track_video.track_id', '=', trackId)
    .orderBy('video.video_id')
    .limit(100)
    .select(['video.video_id', 'video.title'])
    .execute();

/** Removes a video from a track; the video itself stays. */
export async function removeVideoFromTrack(tx: TxCtx, trackId: number, videoId: number): Promise<ActFacts> {
  const link = { trackId, videoId, key: null };
  const found = await linkedVideo(tx, link);
  await removeTrackVideo(tx, found, link);
  return { before: videoState(found.video, videoId), personId: found.video.poster_id };
}

/** Links a video to a track again, with its former timestamp. */
export async function relinkVideo(
  tx: TxCtx,
  trackId: number,
  { videoId, timestampS }: { readonly videoId: number; readonly timestampS: number | null },
): Promise<ActFacts> {
  const video = await lockedVideo(tx, videoId);
  await tx.db
    .insertInto('track_video')
    .values({ site: tx.site.code, track_id: trackId, video_id: videoId, timestamp_s: timestampS })
    .onConflict((same) => same.doNothing())
    .execute();
  return {
    after: videoState({ title: video.title, timestamp_s: timestampS }, videoId),
    personId: video.poster_id,
  };
}

/** Links the videos of a duplicate to the other track instead, each once. The video that this track features does not change. */
export const mergeVideos: OnMerge = async ({ db, site }, { from, into }) => {
  await sql`
    update track_video v set track_id = ${into}, is_featured = false
    where v.site = ${site.code} and v.track_id = ${from} and not exists (
      select from track_video o where o.site = v.site and o.video_id = v.video_id and o.track_id = ${into})`.execute(
    db,
  );
  await sql`delete from track_video where site = ${site.code} and track_id = ${from}`.execute(db);
};
