import { sql } from 'kysely';
import { z } from 'zod';
import { forSite } from '#db/for-site.ts';
import { act, storedIn } from '#features/modlog/server/act.ts';
import { perform } from '#features/modlog/server/actions.ts';
import { notify } from '#features/notices/server/actions.ts';
import { visibleTrack } from '#features/tracks/server/repo.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { conflict, yes } from '#lib/rules/verdict.ts';
import { pathId } from '#lib/wire/z.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { notFound } from '#platform/http/problem.ts';
import { routes } from '#routes/routes.ts';
import { lockedVideo } from './repo.ts';

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
const linkState = (video: { title: string; timestamp_s: number | null }, videoId: number) => ({
  Video: video.title,
  videoId,
  timestampS: video.timestamp_s,
});

/** Removes a video from a track; the video itself stays. */
async function unlink(tx: TxCtx, { track, video, videoId }: LinkedVideo): Promise<void> {
  const { track_id: trackId } = track;
  await tx.db
    .deleteFrom('track_video')
    .where('site', '=', tx.site.code)
    .where('track_id', '=', trackId)
    .where('video_id', '=', videoId)
    .execute();
  const text = `The video “${video.title}” was removed from the track “${stripGameText(track.name)}”.`;
  await notify(tx, { to: [video.poster_id], kind: 'track.video', text, link: routes.trackShow(trackId) });
}

/** The videos of a track that a moderator may remove from it. */
const videosOf = (ctx: Ctx, trackId: number) =>
  forSite(ctx, 'track_video')
    .innerJoin('video', (join) =>
      join.onRef('video.site', '=', 'track_video.site').onRef('video.video_id', '=', 'track_video.video_id'),
    )
    .where('track_video.track_id', '=', trackId)
    .orderBy('video.video_id')
    .limit(100)
    .select(['video.video_id', 'video.title'])
    .execute();

const Link = z.object({ videoId: z.number(), timestampS: z.number().nullable().default(null) });

const removeLink = act({
  name: 'track.removevideo',
  label: 'Removed a video',
  group: 'removed',
  offer: {
    kinds: ['track'],
    button: 'Remove a video from the track',
    key: 'v',
    fields: async (ctx, { id }) => [
      {
        name: 'Video',
        label: 'Video',
        type: 'choice',
        isRequired: true,
        options: (await videosOf(ctx, id)).map(({ video_id, title }) => ({
          value: `${video_id}`,
          label: title,
        })),
      },
    ],
    allow: async (ctx, { id }, input) => {
      const videos = await videosOf(ctx, id);
      const isThere = input === null ? videos.length > 0 : videos.some((row) => row.video_id === input.Video);
      return isThere ? yes : conflict('This track has no such video.');
    },
  },
  input: z.object({ Video: pathId }),
  find: (tx, { id }, { Video }) => linkedVideo(tx, { trackId: id, videoId: Video, key: null }),
  notifies: true,
  run: async (tx, found) => {
    await unlink(tx, found);
    return { before: linkState(found.video, found.videoId), personId: found.video.poster_id };
  },
  undo: { as: 'track.addvideo', input: ({ before }) => storedIn(Link, before) },
});

/** Links a video to a track again, with its former timestamp. */
const restoreLink = act({
  name: 'track.addvideo',
  label: 'Linked a video again',
  group: 'changed',
  input: Link,
  run: async (tx, { id }, { videoId, timestampS }) => {
    const video = await lockedVideo(tx, videoId);
    await tx.db
      .insertInto('track_video')
      .values({ site: tx.site.code, track_id: id, video_id: videoId, timestamp_s: timestampS })
      .onConflict((same) => same.doNothing())
      .execute();
    const { title, poster_id } = video;
    return { after: linkState({ title, timestamp_s: timestampS }, videoId), personId: poster_id };
  },
  undo: { as: 'track.removevideo', input: ({ after }) => ({ Video: storedIn(Link, after).videoId }) },
});

export const linkActs = [removeLink, restoreLink];

/** DELETE /removetrackvideo/{trackId}. Removals by the crew are recorded. */
export async function removeTrackVideo(
  tx: TxCtx,
  found: LinkedVideo,
  { trackId, videoId }: TrackVideo,
): Promise<{ Title: string }> {
  if (found.isPoster || found.track.relation.isAuthor) await unlink(tx, found);
  else {
    const reason = `Video ${videoId} removed from the track.`;
    const subject = { kind: 'track', id: trackId };
    await perform(tx, removeLink, { subject, found, input: { Video: videoId }, reason });
  }
  return { Title: found.video.title };
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
  return { track, video, videoId, isPoster: video.poster_id === tx.viewer.userId };
}

type LinkedVideo = Awaited<ReturnType<typeof linkedVideo>>;
