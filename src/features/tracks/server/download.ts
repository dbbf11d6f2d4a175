import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { attachmentHeader } from '#lib/format/content-disposition.ts';
import { trackFileName } from '#lib/format/filename.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import type { Ctx } from '#platform/context.ts';
import { fileReply } from '#platform/files/serve.ts';
import type { Endpoint, HttpRequest } from '#platform/http/types.ts';
import { secretIn, trackIdOf, visibleTrack } from './repo.ts';

/** GET and HEAD /trackgbx/:id: the very bytes that were uploaded. */
export const trackGbxEndpoint: Endpoint = {
  async handle(ctx, request, params) {
    const track = await visibleTrack(ctx, trackIdOf(params.id), secretIn(request.query));
    const blob = await ctx.files.open(track.sha256);
    if (!blob)
      throw new Error(`The file of track ${ctx.site.code}/${track.track_id} is missing: ${track.sha256}`);
    const name = trackFileName(stripGameText(track.name), track.track_id);
    const reply = fileReply(request, {
      blob,
      sha256: track.sha256,
      modifiedAt: track.file_uploaded_at,
      headers: {
        'content-type': 'application/gbx',
        'content-disposition': attachmentHeader(name),
        // asked again each time, so that what was hidden meanwhile stays hidden; the tag saves the bytes
        'cache-control': 'private, no-cache',
      },
    });
    if (request.method === 'GET' && isBeginning(reply)) {
      // beside the answer: counting must neither delay a download nor make it fail
      void countDownload(ctx, request, track.track_id).catch((err: unknown) =>
        ctx.log.error({ err, requestId: ctx.requestId }, 'a download was not counted'),
      );
    }
    return reply;
  },
};

/** The first part of a file, or all of it: the parts that follow belong to the same download. */
const isBeginning = (reply: { status: number; headers?: Record<string, string | string[]> }) =>
  reply.status === 200 ||
  (reply.status === 206 && String(reply.headers?.['content-range']).startsWith('bytes 0-'));

/** Counts a download, once per person and day (UTC). */
export async function countDownload(
  ctx: Ctx,
  request: Pick<HttpRequest, 'address'>,
  trackId: number,
): Promise<void> {
  const now = ctx.clock.now();
  const day = now.toISOString().slice(0, 10);
  const { userId } = ctx.viewer;
  await ctx.db
    .with('first', (db) =>
      db
        .insertInto('track_download')
        .values({
          site: ctx.site.code,
          track_id: trackId,
          day,
          person: userId > 0 ? `u:${userId}` : addressKey(ctx, day, request.address),
          user_id: userId > 0 ? userId : null,
          downloaded_at: now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('track_id'),
    )
    .updateTable('track')
    .set({ downloads: sql`downloads + 1` })
    .where('site', '=', ctx.site.code)
    .where('track_id', 'in', (eb) => eb.selectFrom('first').select('first.track_id'))
    .execute();
}

/** Tells visitors apart within a day, and nothing more: not from one day to the next, not back to an address. */
const addressKey = (ctx: Ctx, day: string, address: string) =>
  `a:${createHmac('sha256', ctx.secrets.address).update(`download ${day} ${address}`).digest('base64url')}`;
