import { rowIdIn } from '#lib/codes/ids.ts';
import { parseVideoAddress, typedSeconds } from '#lib/video/address.ts';
import type { Ctx } from '#platform/context.ts';
import { assertAllowed } from '#platform/http/problem.ts';
import type { PostPage, VideoFormData } from '../form-data.ts';
import { rowsOf } from '../forms.ts';
import type { TypedTrack } from '../model.ts';
import { linkedTracks } from './links.ts';
import { describeForViewer } from './lookup.ts';
import { isOthersVideo, mayChangeVideo } from './policy.ts';
import { storedVideo, videoOfLink } from './repo.ts';

const sentRows = (sent: URLSearchParams): TypedTrack[] =>
  rowsOf({
    TrackId: sent.getAll('TrackId').slice(0, 200),
    TimestampAt: sent.getAll('TimestampAt').slice(0, 200),
  });

/** `sent`: the refused form. */
export async function postPage(
  ctx: Ctx,
  query: URLSearchParams,
  sent: URLSearchParams | undefined,
): Promise<PostPage> {
  const address = sent?.get('Address') ?? query.get('video') ?? '';
  const { videoSite } = ctx.settings;
  const parsed = parseVideoAddress(videoSite, address);
  if (!parsed) {
    const problem = address.trim() === '' ? null : `This isn’t a video’s address or ID on ${videoSite.name}.`;
    return { at: 'address', problem, address };
  }
  const known = await videoOfLink(ctx, parsed.linkId);
  if (known?.removed_at === null) return { at: 'known', videoId: known.video_id, title: known.title };
  const trackId = rowIdIn(query.get('trackid') ?? undefined);
  const start: VideoFormData = {
    video: null,
    address,
    title: '',
    author: '',
    length: '',
    creator: '',
    tracks: trackId ? [{ track: String(trackId), timestamp: typedSeconds(parsed.startS) }] : [],
    notice: null,
    needsReason: false,
    changes: [],
  };
  if (sent) return { at: 'form', form: typed(sent, start) };
  const described = await describeForViewer(ctx, parsed.linkId);
  const filled =
    'reason' in described
      ? { notice: described.reason }
      : { title: described.title, author: described.author };
  return { at: 'form', form: { ...start, ...filled } };
}

const typed = (sent: URLSearchParams, start: VideoFormData): VideoFormData => ({
  ...start,
  title: sent.get('Title') ?? start.title,
  author: sent.get('Author') ?? start.author,
  length: sent.get('Length') ?? start.length,
  creator: sent.get('Creator') ?? start.creator,
  tracks: sent.has('TrackId') ? sentRows(sent) : start.tracks,
});

/** The data of the page that edits a video; throws a Problem 403 or 404. `sent`: the refused form. */
export async function videoForm(
  ctx: Ctx,
  idText: string | undefined,
  sent: URLSearchParams | undefined,
): Promise<VideoFormData> {
  const video = await storedVideo(ctx, rowIdIn(idText) ?? 0);
  assertAllowed(mayChangeVideo(ctx.viewer, video));
  const stored: VideoFormData = {
    video: { videoId: video.video_id, version: video.version },
    address: '',
    title: video.title,
    author: video.author,
    length: video.length_s === 0 ? '' : typedSeconds(video.length_s),
    creator: video.creator_name ?? '',
    tracks: (await linkedTracks(ctx, video.video_id)).map(({ trackId, timestampS }) => ({
      track: String(trackId),
      timestamp: typedSeconds(timestampS),
    })),
    notice: null,
    needsReason: isOthersVideo(ctx.viewer, video),
    changes: [],
  };
  if (!sent) return stored;
  const shown = typed(sent, stored);
  return {
    ...shown,
    changes: sent.get('Version') === String(video.version) ? [] : differences(stored, shown),
  };
}

function differences(stored: VideoFormData, shown: VideoFormData): VideoFormData['changes'] {
  const rows = (data: VideoFormData) =>
    [
      ['Title', data.title],
      ['Author', data.author],
      ['Length', data.length],
      ['Creator', data.creator],
      [
        'Tracks',
        data.tracks
          .filter(({ track }) => track.trim() !== '')
          .map(({ track, timestamp }) => `${track} ${timestamp}`.trim())
          .join(', '),
      ],
    ] as const;
  const mine = rows(shown);
  return rows(stored).flatMap(([field, text], index) =>
    mine[index]?.[1] === text ? [] : [{ field, stored: text || 'empty' }],
  );
}

/** The data of the pages that link more tracks and that remove a video; throws a Problem 404. */
export async function videoHead(ctx: Ctx, idText: string | undefined) {
  const video = await storedVideo(ctx, rowIdIn(idText) ?? 0);
  return {
    videoId: video.video_id,
    title: video.title,
    poster: video.poster_name,
    mayChange: mayChangeVideo(ctx.viewer, video),
    needsReason: isOthersVideo(ctx.viewer, video),
    tracks: await linkedTracks(ctx, video.video_id),
  };
}

/** The rows of a refused form that links more tracks. */
export const linkRows = (sent: URLSearchParams | undefined, trackId: string | null): TypedTrack[] =>
  sent ? sentRows(sent) : trackId ? [{ track: trackId, timestamp: '' }] : [];
