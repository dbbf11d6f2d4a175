import { forSite } from '#db/for-site.ts';
import type { ActFacts } from '#features/modlog/model.ts';
import { act, removing, restoring } from '#features/modlog/server/act.ts';
import { notify, withdraw, withdrawGone } from '#features/notices/server/actions.ts';
import { countVideos } from '#features/users/server/counters.ts';
import { cleanMessage } from '#lib/bbcode/typed.ts';
import type { TxCtx } from '#platform/context.ts';
import { notFound, Problem } from '#platform/http/problem.ts';
import { routes } from '#routes/routes.ts';
import { irreversible } from '../model.ts';
import { linkActs } from './actions.ts';
import { lockedVideo, type StoredVideo } from './repo.ts';

type Named = Pick<StoredVideo, 'video_id' | 'poster_id' | 'title'>;

/** Notifies the user who posted a video of an act on it, and returns them as the person concerned. */
export async function notifyPoster(
  tx: TxCtx,
  video: Named,
  did: 'edited' | 'removed' | 'restored',
  reason: string,
): Promise<ActFacts> {
  await notify(tx, {
    to: [video.poster_id],
    kind: 'account.moderated',
    text: `A moderator ${did} your video “${video.title}”. Reason: ${cleanMessage(reason)}`,
    link: did === 'removed' ? routes.videoSearch() : routes.videoShow(video.video_id),
  });
  return { personId: video.poster_id };
}

/**
 * Removes a locked video. The poster's own is deleted; one that a moderator removes stays as a row without a page, so that it is not
 * posted again.
 */
export const removeVideo = act({
  name: 'video.remove',
  label: 'Removed a video',
  group: 'removed',
  offer: removing('video', 'Remove the video'),
  find: async (tx, { id }) => {
    const video = await lockedVideo(tx, id);
    // removing it deletes it permanently
    if (video.poster_id === tx.viewer.userId)
      throw new Problem(409, 'This is your own video. Remove it on its page.');
    return video;
  },
  notifies: true,
  run: async (tx, video, _, { reason }) => {
    const { video_id, poster_id, creator_id, title } = video;
    const site = tx.site.code;
    const isOwn = poster_id === tx.viewer.userId;
    if (isOwn) {
      await tx.db.deleteFrom('video').where('site', '=', site).where('video_id', '=', video_id).execute();
    } else {
      await tx.db
        .updateTable('video')
        .set({
          removed_at: tx.clock.now(),
          removed_by: tx.viewer.userId,
          removed_reason: cleanMessage(reason),
        })
        .where('site', '=', site)
        .where('video_id', '=', video_id)
        .execute();
    }
    await countVideos(tx, [
      { userId: poster_id, posted: -1, created: 0 },
      ...(creator_id === null ? [] : [{ userId: creator_id, posted: 0, created: -1 }]),
    ]);
    await withdraw(tx, { kind: 'favorite.video', link: routes.videoShow(video_id) });
    await withdrawGone(tx, { page: routes.videoShow(video_id) });
    if (isOwn) return null;
    return { before: { Title: title }, ...(await notifyPoster(tx, video, 'removed', reason)) };
  },
  undo: 'video.restore',
});

/** A removed video, locked with the profile of its poster. */
async function removedVideo(tx: TxCtx, videoId: number) {
  const video = await forSite(tx, 'video')
    .where('video_id', '=', videoId)
    .select(['video_id', 'title', 'poster_id', 'creator_id', 'removed_at'])
    .forUpdate()
    .executeTakeFirst();
  if (!video) throw notFound('This video');
  if (video.removed_at === null) throw new Problem(409, 'This video isn’t removed.');
  const poster = await forSite(tx, 'profile')
    .where('user_id', '=', video.poster_id)
    .select('closed_at')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (poster?.closed_at) throw new Problem(409, 'The account that posted this video is closed.');
  return video;
}

const restoreVideo = act({
  name: 'video.restore',
  label: 'Restored a video',
  group: 'restored',
  effect: 'favourable',
  offer: restoring('video.remove', 'video', 'Restore the video'),
  find: (tx, { id }) => removedVideo(tx, id),
  notifies: true,
  run: async (tx, video, _, { reason }) => {
    await tx.db
      .updateTable('video')
      .set({ removed_at: null, removed_by: null, removed_reason: null })
      .where('site', '=', tx.site.code)
      .where('video_id', '=', video.video_id)
      .execute();
    await countVideos(tx, [
      { userId: video.poster_id, posted: 1, created: 0 },
      ...(video.creator_id === null ? [] : [{ userId: video.creator_id, posted: 0, created: 1 }]),
    ]);
    return { after: { Title: video.title }, ...(await notifyPoster(tx, video, 'restored', reason)) };
  },
  undo: 'video.remove',
});

export const edit = act({
  name: 'video.edit',
  label: 'Edited a video',
  group: 'changed',
  cannot: irreversible['video.edit'],
});

/** Moderator actions on videos, and on videos of tracks. */
export const videoActs = [...linkActs, removeVideo, restoreVideo, edit];
