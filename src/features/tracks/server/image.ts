import { fileReply } from '#platform/files/serve.ts';
import { notFound } from '#platform/http/problem.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { secretIn, trackIdOf, visibleTrack } from './repo.ts';

/** GET /trackshow/:id/image/:n and /trackimage/:id. Picture 0 is the thumbnail out of the file, drawn anew. */
export const trackImageEndpoint: Endpoint = {
  async handle(ctx, request, params) {
    const track = await visibleTrack(ctx, trackIdOf(params.id), secretIn(request.query));
    const isThumbnail = (params.n ?? '0') === '0';
    const sha256 = isThumbnail ? track.thumbnail_sha256 : null;
    const blob = sha256 && (await ctx.files.open(sha256));
    if (!sha256 || !blob) throw notFound('This picture');
    const isOpen = track.is_public && track.is_listed;
    return fileReply(request, {
      blob,
      sha256,
      modifiedAt: track.file_uploaded_at,
      headers: {
        'content-type': 'image/jpeg',
        // a new version of the track may bring another picture, so not for ever
        'cache-control': isOpen ? 'public, max-age=3600' : 'private, no-cache',
      },
    });
  },
};
