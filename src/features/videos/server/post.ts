import { forSite } from '#db/for-site.ts';
import { nextId } from '#db/ids.ts';
import { perform, recordAct } from '#features/modlog/server/actions.ts';
import { changedFacts } from '#features/modlog/states.ts';
import { announce, retitleNotices } from '#features/notices/server/actions.ts';
import { countVideos } from '#features/users/server/counters.ts';
import { foldForSearch } from '#lib/game-text/fold.ts';
import { parseVideoAddress, secondsIn } from '#lib/video/address.ts';
import type { TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { lockUntilCommit } from '#platform/lock.ts';
import { routes } from '#routes/routes.ts';
import { type Edited, type Linked, type Posted, type Removed, rowsOf } from '../forms.ts';
import { authorMistake, cleanLine, lengthMessage, newAccountMs, videoTitleMistake } from '../model.ts';
import { edit, notifyPoster, removeVideo } from './acts.ts';
import { linkTracks, typedTracks, unlinkOthers } from './links.ts';
import { loggedSettings } from './logged-settings.ts';
import { type StoredVideo, videoOfLink } from './repo.ts';

const refused = (detail: string, field: string, status = 422) => new Problem(status, detail, { field });
const answerOf = (videoId: number) => ({ VideoId: videoId, Link: routes.videoShow(videoId) });

/** Checks what was typed about a video; throws a Problem 422 with the first mistake. */
async function checked(tx: TxCtx, form: Pick<Posted, 'Title' | 'Author' | 'Length' | 'Creator'>) {
  const [title, author] = [cleanLine(form.Title), cleanLine(form.Author)];
  const wrongTitle = videoTitleMistake(title);
  if (wrongTitle) throw refused(wrongTitle, 'Title');
  const wrongAuthor = authorMistake(author);
  if (wrongAuthor) throw refused(wrongAuthor, 'Author');
  const length = secondsIn(form.Length);
  if (length === undefined) throw refused(lengthMessage, 'Length');
  return {
    title,
    title_folded: foldForSearch(title),
    author,
    length_s: length ?? 0,
    creator_id: await creatorIn(tx, cleanLine(form.Creator)),
  };
}

async function creatorIn(tx: TxCtx, name: string): Promise<number | null> {
  if (name === '') return null;
  const user = await forSite(tx, 'profile')
    .where('name', '=', name)
    .where('closed_at', 'is', null)
    .select('user_id')
    .executeTakeFirst();
  if (!user) throw refused('No player has exactly this name.', 'Creator');
  return user.user_id;
}

/** Posts a video: POST /postvideo. The same video again is refused with a link to the one that is here. */
export async function postVideo(tx: TxCtx, form: Posted) {
  const { videoSite } = tx.settings;
  const address = parseVideoAddress(videoSite, form.Address);
  if (!address) throw refused(`This isn’t a video’s address or ID on ${videoSite.name}.`, 'Address');
  const site = tx.site.code;
  await lockUntilCommit(tx, `video ${site} ${address.linkId}`);
  const known = await videoOfLink(tx, address.linkId);
  if (known) {
    throw known.removed_at === null
      ? refused(`This video is already here: “${known.title}”. You can add tracks to it.`, 'Address', 409)
      : refused('This video was removed and can’t be posted again.', 'Address', 409);
  }
  const values = await checked(tx, form);
  const tracks = await typedTracks(tx, rowsOf(form));
  await takeFromLimits(tx);
  const now = tx.clock.now();
  const posterId = tx.viewer.userId;
  const video = await tx.db
    .insertInto('video')
    .values({
      site,
      video_id: nextId('video', site),
      poster_id: posterId,
      ...values,
      link_id: address.linkId,
      thumbnail: '',
      posted_at: now,
      published_at: now,
    })
    .returning(['video_id', 'title', 'creator_id'])
    .executeTakeFirstOrThrow();
  await countVideos(tx, [
    { userId: posterId, posted: 1, created: 0 },
    ...(video.creator_id === null ? [] : [{ userId: video.creator_id, posted: 0, created: 1 }]),
  ]);
  await linkTracks(tx, video, tracks);
  const link = routes.videoShow(video.video_id);
  await announce(tx, {
    kind: 'favorite.video',
    text: `${tx.viewer.name} posted the video “${video.title}”.`,
    link,
    audience: { fansOf: [posterId] },
  });
  const payload = { site, videoId: video.video_id, linkId: address.linkId };
  await tx.jobs.add('fetch-video-picture', payload);
  return answerOf(video.video_id);
}

/** Few videos an hour and a day, fewer for new accounts. Only videos that are about to be posted count. */
async function takeFromLimits(tx: TxCtx): Promise<void> {
  const { created_at } = await tx.db
    .selectFrom('account')
    .where('account_id', '=', tx.viewer.accountId)
    .select('created_at')
    .executeTakeFirstOrThrow();
  const isNew = tx.clock.now().getTime() - created_at.getTime() < newAccountMs;
  const subject = { subject: `account ${tx.viewer.accountId}` };
  await tx.limits.consume('video', subject);
  await tx.limits.consume(isNew ? 'video-day-new' : 'video-day', subject);
}

/** Links more tracks to a video that is here already: POST /videolink/{videoId}. */
export async function linkMore(tx: TxCtx, video: StoredVideo, form: Linked) {
  const tracks = await typedTracks(tx, rowsOf(form));
  if (tracks.length === 0) throw refused('Name at least one track.', 'TrackId');
  const known = new Set(
    (
      await forSite(tx, 'track_video').where('video_id', '=', video.video_id).select('track_id').execute()
    ).map(({ track_id }) => track_id),
  );
  // the timestamps of linked tracks do not change, because this is not the poster's form
  await linkTracks(
    tx,
    video,
    tracks.filter(({ trackId }) => !known.has(trackId)),
  );
  return answerOf(video.video_id);
}

/** Saves an edit form for a locked video: POST /videoedit/{videoId}. */
export async function editVideo(tx: TxCtx, video: StoredVideo, form: Edited) {
  if (form.Version !== undefined && form.Version !== String(video.version)) {
    throw refused(
      'Version: this video changed while you were editing. Compare the versions below and save again.',
      'Version',
      409,
    );
  }
  const values = await checked(tx, form);
  const tracks = await typedTracks(tx, rowsOf(form));
  const before = await loggedSettings(tx, video.video_id);
  await tx.db
    .updateTable('video')
    .set({ ...values, version: video.version + 1, updated_at: tx.clock.now() })
    .where('site', '=', tx.site.code)
    .where('video_id', '=', video.video_id)
    .execute();
  await unlinkOthers(tx, video.video_id, tracks);
  await linkTracks(tx, { video_id: video.video_id, title: values.title }, tracks);
  await countVideos(
    tx,
    [
      { userId: video.creator_id, posted: 0, created: -1 },
      { userId: values.creator_id, posted: 0, created: 1 },
    ].flatMap(({ userId, ...change }) => (userId === null ? [] : [{ userId, ...change }])),
  );
  if (video.poster_id !== tx.viewer.userId)
    await recordAct(tx, edit, {
      subject: { kind: 'video', id: video.video_id },
      reason: form.Reason,
      ...changedFacts(before, await loggedSettings(tx, video.video_id)),
      ...(await notifyPoster(tx, video, 'edited', form.Reason)),
    });
  await retitleNotices(tx, routes.videoShow(video.video_id), video.title, values.title);
  return answerOf(video.video_id);
}

/** POST /videodelete/{videoId} */
export async function deleteVideo(tx: TxCtx, found: StoredVideo, { Reason: reason }: Removed) {
  const { video_id: id, title } = found;
  await perform(tx, removeVideo, { subject: { kind: 'video', id }, found, input: {}, reason });
  return { VideoId: id, Title: title };
}
