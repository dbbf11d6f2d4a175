import { hash } from 'node:crypto';
import { forSite } from '#db/for-site.ts';
import { daySeconds } from '#lib/codes/durations.ts';
import { rowIdIn } from '#lib/codes/ids.ts';
import type { Ctx } from '#platform/context.ts';
import { chooseFile, mimeOf, requestedWidth } from '#platform/files/choose.ts';
import { fileReply } from '#platform/files/serve.ts';
import { notFound } from '#platform/http/problem.ts';
import { drawingPolicy, embeddable } from '#platform/http/security-headers.ts';
import { isKnown } from '#platform/http/tagged.ts';
import type { Endpoint, HttpRequest, Reply } from '#platform/http/types.ts';
import { defaultAvatar } from '../default-avatar.ts';

/** Cache durations: the content of an address without version may change. */
const seconds = { changing: 300, named: daySeconds };

type PictureKind = 'avatar' | 'banner';

interface Pictured {
  readonly user_id: number;
  readonly name: string;
  readonly sha256: string | null;
}

const columns = { avatar: 'avatar_sha256', banner: 'banner_sha256' } as const;

const pictured = (ctx: Ctx, userId: number, kind: PictureKind): Promise<Pictured | undefined> =>
  forSite(ctx, 'profile')
    .where('user_id', '=', userId)
    .select(['user_id', 'name'])
    // the pictures of a closed account are gone with its name
    .select((eb) =>
      eb.case().when('closed_at', 'is', null).then(eb.ref(columns[kind])).else(null).end().as('sha256'),
    )
    .executeTakeFirst();

/** Pictures by the width in the address; without one, `width`. */
async function uploaded(
  ctx: Ctx,
  request: HttpRequest,
  { user_id, sha256 }: Pictured,
  { kind, width }: { kind: PictureKind; width: number },
): Promise<Reply | null> {
  if (sha256 === null) return null;
  const files = await forSite(ctx, 'profile_picture')
    .where('user_id', '=', user_id)
    .where('kind', '=', kind)
    .select(['format', 'width', 'sha256', 'added_at'])
    .execute();
  const file = chooseFile(files, requestedWidth(request.query) ?? width, request.headers.accept);
  const blob = file && (await ctx.files.open(file.sha256));
  if (!file || !blob) return null;
  const isNamed = sha256.startsWith(request.query.get('v') ?? '-');
  return fileReply(request, {
    blob,
    sha256: file.sha256,
    modifiedAt: file.added_at,
    headers: {
      'content-type': mimeOf(file.format),
      'cache-control': `public, max-age=${isNamed ? seconds.named : seconds.changing}`,
      vary: 'accept',
      ...embeddable,
    },
  });
}

/** The drawn picture: 0.9 kB, made again for each request, because that is faster than reading a file. */
function drawn(request: HttpRequest, { user_id, name }: Pictured): Reply {
  const body = defaultAvatar({ userId: user_id, name });
  const etag = `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  const headers = {
    etag,
    'cache-control': `public, max-age=${seconds.changing}`,
    'content-type': 'image/svg+xml; charset=utf-8',
    'content-security-policy': drawingPolicy,
    vary: 'accept',
    ...embeddable,
  };
  return isKnown(request.headers['if-none-match'], etag)
    ? { status: 304, headers }
    : { status: 200, headers, body };
}

const pictureEndpoint = (kind: PictureKind, width: number): Endpoint => ({
  isShared: true,
  async handle(ctx, request, params) {
    const user = await pictured(ctx, rowIdIn(params.id) ?? 0, kind);
    if (!user) throw notFound('This user');
    const reply = await uploaded(ctx, request, user, { kind, width });
    if (reply) return reply;
    if (kind === 'banner') throw notFound('This picture');
    return drawn(request, user);
  },
});

/** GET /users/avatar/:id: the picture of a user, uploaded or drawn (?w=, ?v=). */
export const avatarEndpoint = pictureEndpoint('avatar', 256);
/** GET /users/avatarmini/:id: the same for rows of lists. */
export const avatarMiniEndpoint = pictureEndpoint('avatar', 64);
/** GET /users/banner/:id: the banner of a user; 404 without one. */
export const bannerEndpoint = pictureEndpoint('banner', 1440);
