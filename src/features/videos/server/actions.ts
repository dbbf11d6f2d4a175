import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { recordModeration } from '#features/modlog/server/actions.ts';
import { notify } from '#features/notices/server/actions.ts';
import { visibleTrack } from '#features/tracks/server/repo.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { TxCtx } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';
import { routes } from '#routes/routes.ts';

interface TrackVideo {
  readonly trackId: number;
  readonly videoId: number;
  /** the secret of an unlisted track's link */
  readonly key: string | null;
}

/** Features a video on a track, or ends it. A track features at most one: another one is replaced. */
export async function toggleVideoFeature(
  tx: TxCtx,
  { video }: LinkedVideo,
  { trackId, videoId }: TrackVideo,
): Promise<{ Added: boolean }> {
  const isFeatured = !video.is_featured;
  await tx.db
    .updateTable('track_video')
    .set({ is_featured: sql<boolean>`${isFeatured}::boolean and video_id = ${videoId}` })
    .where('site', '=', tx.site.code)
    .where('track_id', '=', trackId)
    .execute();
  return { Added: isFeatured };
}

/** A link in the moderation log, so that it can be restored. */
export const videoState = (video: { title: string; timestamp_s: number | null }, videoId: number) => ({
  Video: video.title,
  videoId,
  timestampS: video.timestamp_s,
});

/** Removes a video from a track; the video itself stays. Its poster is notified if someone else does it. */
export async function removeTrackVideo(
  tx: TxCtx,
  { track, video, isPoster }: LinkedVideo,
  { trackId, videoId }: TrackVideo,
): Promise<{ Title: string }> {
  await tx.db
    .deleteFrom('track_video')
    .where('site', '=', tx.site.code)
    .where('track_id', '=', trackId)
    .where('video_id', '=', videoId)
    .execute();
  if (!isPoster && !track.relation.isAuthor) {
    const reason = `Video ${videoId} removed from the track.`;
    const subject = { kind: 'track', id: trackId };
    const before = videoState(video, videoId);
    await recordModeration(tx, {
      act: 'track.removevideo',
      subject,
      reason,
      before,
      personId: video.poster_id,
    });
  }
  const text = `The video “${video.title}” was removed from the track “${stripGameText(track.name)}”.`;
  await notify(tx, { to: [video.poster_id], kind: 'track.video', text, link: routes.trackShow(trackId) });
  return { Title: video.title };
}

/**
 * Reads a track that the viewer may see and locks one of its videos: of two concurrent requests the second sees what the
 * first one did. Throws a Problem 404 if the track has no such video.
 */
export async function linkedVideo(tx: TxCtx, { trackId, videoId, key }: TrackVideo) {
  const track = await visibleTrack(tx, trackId, key);
  const video = await forSite(tx, 'track_video')
    .innerJoin('video', (join) =>
      join.onRef('video.site', '=', 'track_video.site').onRef('video.video_id', '=', 'track_video.video_id'),
    )
    .where('track_video.track_id', '=', trackId)
    .where('track_video.video_id', '=', videoId)
    .select(['track_video.is_featured', 'track_video.timestamp_s', 'video.poster_id', 'video.title'])
    .forUpdate('track_video')
    .executeTakeFirst();
  if (!video) throw notFound('This video of the track');
  return { track, video, isPoster: video.poster_id === tx.viewer.userId };
}

type LinkedVideo = Awaited<ReturnType<typeof linkedVideo>>;
