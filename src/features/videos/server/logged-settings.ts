import { forSite } from '#db/for-site.ts';
import type { ActState } from '#features/modlog/model.ts';
import { typedSeconds } from '#lib/video/address.ts';
import type { TxCtx } from '#platform/context.ts';

/** What an edit form can change about a video, as the moderation log shows it; people as their ids. */
export async function loggedSettings(tx: TxCtx, videoId: number): Promise<ActState> {
  const video = await forSite(tx, 'video')
    .where('video_id', '=', videoId)
    .select(['title', 'author', 'length_s', 'creator_id'])
    .executeTakeFirstOrThrow();
  const tracks = await forSite(tx, 'track_video')
    .where('video_id', '=', videoId)
    .orderBy('track_id')
    .select(['track_id', 'timestamp_s'])
    .execute();
  return {
    Title: video.title,
    Author: video.author,
    Length: typedSeconds(video.length_s || null),
    Creator: video.creator_id,
    // ids as they are typed into the form: the poster, who reads this too, must not learn the name of a hidden track
    Tracks: tracks.map(({ track_id, timestamp_s }) =>
      timestamp_s === null ? `${track_id}` : `${track_id} from ${typedSeconds(timestamp_s)}`,
    ),
  };
}
