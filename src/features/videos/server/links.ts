import { forSite } from '#db/for-site.ts';
import { notify } from '#features/notices/server/actions.ts';
import { visibleTrack } from '#features/tracks/server/repo.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { routes } from '#routes/routes.ts';
import { maxVideoTracks, type TypedTrack, tracksIn, type VideoTrack } from '../model.ts';

const refused = (detail: string) => new Problem(422, detail, { field: 'TrackId' });

/** The tracks that a form names; throws a Problem 422 for one that the viewer cannot see. */
export async function typedTracks(tx: TxCtx, rows: readonly TypedTrack[]): Promise<readonly VideoTrack[]> {
  const tracks = tracksIn(rows);
  if (typeof tracks === 'string') throw refused(tracks);
  for (const { trackId } of tracks) {
    await visibleTrack(tx, trackId).catch((error: unknown) => {
      throw error instanceof Problem && error.status === 404
        ? refused(`Track ${trackId} doesn’t exist.`)
        : error;
    });
  }
  return tracks;
}

/** The tracks of a video with their names, as this viewer may see them. */
export async function linkedTracks(ctx: Ctx, videoId: number) {
  const rows = await forSite(ctx, 'track_video')
    .where('video_id', '=', videoId)
    .orderBy('track_id')
    .select(['track_id', 'timestamp_s'])
    .execute();
  const shown = [];
  for (const { track_id: trackId, timestamp_s: timestampS } of rows) {
    const track = await visibleTrack(ctx, trackId).catch(() => null);
    if (track)
      shown.push({ trackId, timestampS, name: stripGameText(track.name).trim() || `Track ${trackId}` });
  }
  return shown;
}

interface Video {
  readonly video_id: number;
  readonly title: string;
}

/** Links tracks to a locked video or changes where they begin, and notifies the authors of those that were not linked before. */
export async function linkTracks(
  tx: TxCtx,
  { video_id, title }: Video,
  tracks: readonly VideoTrack[],
): Promise<void> {
  const site = tx.site.code;
  const before = await forSite(tx, 'track_video')
    .where('video_id', '=', video_id)
    .select('track_id')
    .execute();
  const known = new Set(before.map(({ track_id }) => track_id));
  const added = tracks.filter(({ trackId }) => !known.has(trackId));
  if (known.size + added.length > maxVideoTracks)
    throw refused(`A video can have at most ${maxVideoTracks} tracks.`);
  for (const { trackId, timestampS } of tracks) {
    await tx.db
      .insertInto('track_video')
      .values({ site, track_id: trackId, video_id, timestamp_s: timestampS })
      .onConflict((conflict) =>
        conflict.columns(['site', 'track_id', 'video_id']).doUpdateSet({ timestamp_s: timestampS }),
      )
      .execute();
  }
  for (const { trackId } of added) await notifyAuthors(tx, trackId, { video_id, title });
}

async function notifyAuthors(tx: TxCtx, trackId: number, { video_id, title }: Video): Promise<void> {
  const track = await visibleTrack(tx, trackId);
  const authors = await forSite(tx, 'track_author')
    .where('track_id', '=', trackId)
    .where('is_pending', '=', false)
    .select('user_id')
    .execute();
  await notify(tx, {
    to: authors.map(({ user_id }) => user_id),
    kind: 'track.video',
    text: `The video “${title}” by ${tx.viewer.name} shows your track “${stripGameText(track.name)}”.`,
    link: routes.videoShow(video_id),
  });
}

/** Removes the links of a video to tracks that the viewer sees and that are not in the list. */
export async function unlinkOthers(tx: TxCtx, videoId: number, tracks: readonly VideoTrack[]): Promise<void> {
  const staying = new Set(tracks.map(({ trackId }) => trackId));
  const gone = (await linkedTracks(tx, videoId))
    .map(({ trackId }) => trackId)
    .filter((id) => !staying.has(id));
  if (gone.length === 0) return;
  await tx.db
    .deleteFrom('track_video')
    .where('site', '=', tx.site.code)
    .where('video_id', '=', videoId)
    .where('track_id', 'in', gone)
    .execute();
}
