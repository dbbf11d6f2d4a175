import { forSite } from '#db/for-site.ts';
import { attachmentHeader } from '#lib/format/content-disposition.ts';
import { trackFileName } from '#lib/format/filename.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx } from '#platform/context.ts';
import { downloaderOf } from '#platform/downloader.ts';
import { downloadReply } from '#platform/files/direct.ts';
import { notFound } from '#platform/http/problem.ts';
import type { Endpoint, HttpRequest, Reply } from '#platform/http/types.ts';
import { type StoredTrack, secretIn, trackIdOf, visibleTrack } from '../../server/repo.ts';
import { downloadCounts } from './download-counts.ts';

/** GET and HEAD /trackgbx/:id: the uploaded bytes; with `?version=n` those of an older file. */
export const trackGbxEndpoint: Endpoint = {
  isOpen: true,
  async handle(ctx, request, params) {
    const track = await visibleTrack(ctx, trackIdOf(params.id), secretIn(request.query));
    const file = await requestedFile(ctx, track, request.query.get('version'));
    const blob = await ctx.files.open(file.sha256);
    if (!blob)
      throw new Error(`The file of track ${ctx.site.code}/${track.track_id} is missing: ${file.sha256}`);
    const name = trackFileName(`${stripGameText(track.name)}${file.suffix}`, track.track_id);
    const reply = await downloadReply(request, {
      blob,
      sha256: file.sha256,
      modifiedAt: file.uploadedAt,
      headers: {
        'content-type': 'application/gbx',
        'content-disposition': attachmentHeader(name),
        // revalidated each time, so that a hidden track stays hidden; the ETag saves the transfer
        'cache-control': 'private, no-cache',
      },
    });
    if (request.method === 'GET' && isBeginning(request, reply)) {
      // asynchronously: counting must neither delay a download nor make it fail
      void countDownload(ctx, request, track.track_id).catch((err: unknown) =>
        ctx.log.error({ err, requestId: ctx.requestId }, 'a download was not counted'),
      );
    }
    return reply;
  },
};

/** The current file, or the requested version. The name of an older file contains its version. */
async function requestedFile(ctx: Ctx, track: StoredTrack, requested: string | null) {
  const current = { sha256: track.sha256, uploadedAt: track.file_uploaded_at, suffix: '' };
  if (requested === null || requested === String(track.current_version)) return current;
  const version = /^[1-9]\d{0,3}$/.test(requested) ? Number(requested) : 0;
  const older = await forSite(ctx, 'track_version')
    .where('track_id', '=', track.track_id)
    .where('version', '=', version)
    .select(['sha256', 'uploaded_at'])
    .executeTakeFirst();
  if (!older) throw notFound('This version of the track');
  return { sha256: older.sha256, uploadedAt: older.uploaded_at, suffix: ` v${version}` };
}

/** The first part of a file, or all of it, also from the object store: later parts belong to the same download. */
const isBeginning = ({ headers: { range } }: Pick<HttpRequest, 'headers'>, { status, headers }: Reply) =>
  status === 200 ||
  (status === 302 && (range === undefined || /^bytes=0-/.test(range))) ||
  (status === 206 && String(headers?.['content-range']).startsWith('bytes 0-'));

/** Counts a download, once per user and day (UTC). */
export async function countDownload(
  ctx: Ctx,
  request: Pick<HttpRequest, 'address'>,
  trackId: number,
): Promise<void> {
  const { now, day, person, userId } = downloaderOf(ctx, request);
  await downloadCounts(ctx).add({ track_id: trackId, day, person, user_id: userId, downloaded_at: now });
}
