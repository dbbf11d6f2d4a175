import { standInPicture } from '#features/tracks/pictures/stand-in.ts';
import { daySeconds } from '#lib/codes/durations.ts';
import { chooseFile, mimeOf, requestedWidth } from '#platform/files/choose.ts';
import { fileReply } from '#platform/files/serve.ts';
import { notFound } from '#platform/http/problem.ts';
import { embeddable } from '#platform/http/security-headers.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { pictureFiles } from '../../edit/server/picture.ts';
import { packIdOf, visiblePack } from '../../server/stored-pack.ts';

/** Cache durations: the content of an address without version may change. */
const seconds = { changing: 300, named: daySeconds };

/** GET /trackpackshow/:id/thumb/ (?w=, ?v=): the picture of a pack, or a placeholder. */
export const packThumbEndpoint: Endpoint = {
  isShared: true,
  async handle(ctx, request, params) {
    const pack = await visiblePack(ctx, packIdOf(params.id));
    const isNamed = pack.image_sha256?.startsWith(request.query.get('v') ?? '-');
    const headers = {
      vary: 'accept',
      ...(pack.is_public
        ? { 'cache-control': `public, max-age=${isNamed ? seconds.named : seconds.changing}`, ...embeddable }
        : { 'cache-control': 'private, no-cache' }),
    };
    if (pack.image_sha256 === null) {
      const location = standInPicture(pack.pack_id, pack.environments[0] ?? ctx.site.environments[0] ?? 0);
      return { status: 302, headers: { ...headers, location } };
    }
    const files = await pictureFiles(ctx, pack.pack_id);
    const file = chooseFile(files, requestedWidth(request.query), request.headers.accept);
    const blob = file && (await ctx.files.open(file.sha256));
    if (!file || !blob) throw notFound('This picture');
    return fileReply(request, {
      blob,
      sha256: file.sha256,
      modifiedAt: file.added_at,
      headers: { 'content-type': mimeOf(file.format), ...headers },
    });
  },
};
