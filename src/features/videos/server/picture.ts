import { z } from 'zod';
import { forSite } from '#db/for-site.ts';
import { standInPicture } from '#features/tracks/pictures/stand-in.ts';
import { daySeconds } from '#lib/codes/durations.ts';
import { rowIdIn } from '#lib/codes/ids.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { chooseFile, mimeOf, requestedWidth } from '#platform/files/choose.ts';
import { redrawPicture } from '#platform/files/picture.ts';
import { fileReply } from '#platform/files/serve.ts';
import { type DrawnRow, storeDrawn } from '#platform/files/store-drawn.ts';
import { notFound } from '#platform/http/problem.ts';
import { embeddable } from '#platform/http/security-headers.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { defineSiteJob } from '#platform/jobs/registry.ts';
import type { DrawnFile } from '#platform/pictures/tools.ts';
import { RemoteRefusal } from '#platform/remote/remote.ts';
import { routes } from '#routes/routes.ts';
import { describeVideo } from './lookup.ts';

export const videoPictureLimits = {
  maxBytes: 2 * 1024 * 1024,
  timeoutMs: 10_000,
  sidePixels: { least: 60, most: 4000 },
} as const;

/** Re-encodes a picture of a video, so that no foreign byte is served; null if it is not a picture that we support. */
export async function drawVideoPicture(ctx: Ctx, bytes: Uint8Array): Promise<readonly DrawnFile[] | null> {
  const { least, most } = videoPictureLimits.sidePixels;
  const drawn = await redrawPicture(
    ctx,
    { path: null, read: async () => bytes },
    {
      maxPixels: most * most,
      refuse: (width, height) =>
        Math.min(width, height) < least || Math.max(width, height) > most
          ? 'The picture has an unusual size.'
          : null,
      wrongKind: 'The picture is of no known kind.',
    },
  );
  return drawn.ok ? drawn.files : null;
}

/** Stores the files of a video's picture, which the list then names. Does nothing if the video is gone. */
export async function setVideoPicture(tx: TxCtx, videoId: number, files: readonly DrawnRow[]): Promise<void> {
  const site = tx.site.code;
  const version = files[0]?.sha256.slice(0, 12) ?? '';
  const { numUpdatedRows } = await tx.db
    .updateTable('video')
    .set({ thumbnail: routes.videoThumb(videoId, version) })
    .where('site', '=', site)
    .where('video_id', '=', videoId)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return;
  await tx.db.deleteFrom('video_picture').where('site', '=', site).where('video_id', '=', videoId).execute();
  await tx.db
    .insertInto('video_picture')
    .values(files.map((file) => ({ site, video_id: videoId, ...file, added_at: tx.clock.now() })))
    .execute();
}

/** Fetches the picture of a new video once: pages load nothing from other hosts. Without it the video keeps a placeholder. */
export const fetchVideoPicture = defineSiteJob({
  name: 'fetch-video-picture',
  input: z.object({ site: z.string(), videoId: z.int(), linkId: z.string() }),
  retries: 20, // over about 16 hours
  retryDelaySeconds: 60,
  async run(ctx, { videoId, linkId }) {
    const described = await describeVideo(ctx, linkId);
    if ('reason' in described) {
      if (described.isTemporary) throw new Error(described.reason);
      return;
    }
    if (described.pictureAddress === null) return;
    const bytes = await picture(ctx, described.pictureAddress);
    const files = bytes && (await drawVideoPicture(ctx, bytes));
    if (files) await storeDrawn(ctx, files, (tx, rows) => setVideoPicture(tx, videoId, rows));
  },
});

/** null if the request would be refused again */
async function picture(ctx: Ctx, address: string): Promise<Uint8Array | null> {
  const { maxBytes, timeoutMs } = videoPictureLimits;
  const { pictureHosts: hosts } = ctx.settings.videoSite;
  try {
    return (await ctx.remote.get(address, { maxBytes, timeoutMs, hosts, accept: ['image/*'] })).bytes;
  } catch (error) {
    if (!(error instanceof RemoteRefusal) || error.isTemporary) throw error;
    return null;
  }
}

/** Cache durations: the content of an address without version may change. */
const seconds = { changing: 300, named: daySeconds };

/** GET /videoshow/:id/thumb (?w=, ?v=): the picture of a video, or a placeholder. */
export const videoThumbEndpoint: Endpoint = {
  isShared: true,
  async handle(ctx, request, params) {
    const videoId = rowIdIn(params.id) ?? 0;
    const video = await forSite(ctx, 'video')
      .where('video_id', '=', videoId)
      .where('removed_at', 'is', null)
      .select('video_id')
      .executeTakeFirst();
    if (!video) throw notFound('This video');
    const files = await forSite(ctx, 'video_picture')
      .where('video_id', '=', videoId)
      .select(['format', 'width', 'sha256', 'added_at'])
      .execute();
    const isNamed = files.some(({ sha256 }) => sha256.startsWith(request.query.get('v') || '-'));
    const headers = {
      vary: 'accept',
      'cache-control': `public, max-age=${isNamed ? seconds.named : seconds.changing}`,
      ...embeddable,
    };
    const file = chooseFile(files, requestedWidth(request.query), request.headers.accept);
    const blob = file && (await ctx.files.open(file.sha256));
    if (!file || !blob) {
      return {
        status: 302,
        headers: { ...headers, location: standInPicture(videoId, ctx.site.environments[0] ?? 0) },
      };
    }
    return fileReply(request, {
      blob,
      sha256: file.sha256,
      modifiedAt: file.added_at,
      headers: { 'content-type': mimeOf(file.format), ...headers },
    });
  },
};
