import { forSite } from '#db/for-site.ts';
import { daySeconds, hourSeconds } from '#lib/codes/durations.ts';
import type { Ctx } from '#platform/context.ts';
import { chooseFile, mimeOf, requestedWidth } from '#platform/files/choose.ts';
import { fileReply } from '#platform/files/serve.ts';
import { namesType } from '#platform/http/negotiate.ts';
import { notFound } from '#platform/http/problem.ts';
import { drawingPolicy, embeddable } from '#platform/http/security-headers.ts';
import type { Endpoint, HttpRequest, Reply } from '#platform/http/types.ts';
import { secretIn, trackIdOf, visibleTrack } from '../../server/repo.ts';
import { standInPicture } from '../stand-in.ts';
import { type DrawingFile, trackDrawings } from './drawing.ts';
import { drawingAsJpeg } from './drawing-jpeg.ts';

type Track = Awaited<ReturnType<typeof visibleTrack>>;

/**
 * Cache durations: an address without version may change, soon if the track will be drawn; one with it (`?v=`) is valid until the
 * track is hidden.
 */
const seconds = { pending: 10, changing: 300, numbered: hourSeconds, named: daySeconds };

const jpegEnding = /\.jpe?g$/i;

const trackOf = (ctx: Ctx, request: HttpRequest, id: string | undefined): Promise<Track> =>
  visibleTrack(ctx, trackIdOf(id?.replace(jpegEnding, '')), secretIn(request.query));

/** Whether the address ends in .jpg. Old clients that look for it add it to the query, with or without a value. */
const endsInJpeg = ({ path, query }: HttpRequest): boolean =>
  jpegEnding.test(path) || [...query].some(([name, value]) => jpegEnding.test(value || name));

/** Whether an address names a version or width of a picture, as those on our pages do. */
const isOfPages = ({ query }: HttpRequest): boolean => query.has('v') || query.has('w');

/** What an address is served as. Clients of the games read nothing newer than JPEG. */
interface Served {
  readonly request: HttpRequest;
  /** undefined: JPEG */
  readonly accept: string | undefined;
  readonly asJpeg: boolean;
}
const served = (request: HttpRequest, asJpeg: boolean): Served => ({
  request,
  accept: asJpeg ? undefined : request.headers.accept,
  asJpeg,
});

/**
 * GET /trackshow/:id/image/:n. 0 is the thumbnail from the file, re-encoded; pictures count from 1. For a track without pictures,
 * the response is its drawing. It is JPEG, except at the addresses of our pages, which name a version or width.
 */
export const trackImageEndpoint: Endpoint = {
  isShared: true,
  async handle(ctx, request, params) {
    const track = await trackOf(ctx, request, params.id);
    const [, digits] = /^(0|[1-9]\d{0,3})(?:\.jpe?g)?$/i.exec(params.n ?? '') ?? [];
    const n = digits === undefined ? null : Number(digits);
    const endsSo = jpegEnding.test(params.n ?? '') || endsInJpeg(request);
    const as = served(request, endsSo || !isOfPages(request));
    const reply =
      n === 0
        ? await thumbnailReply(ctx, request, track)
        : n === null
          ? null
          : await pictureReply(ctx, as, track, n);
    const stands = n === 0 || n === 1;
    const found = reply ?? (stands ? await drawingReply(ctx, as, track) : null);
    if (!found) throw notFound('This picture');
    return found;
  },
};

/** GET /trackimage/:id. The picture of a track: its cover, otherwise the game's, its drawing, or a placeholder; JPEG with that ending. */
export const trackCoverEndpoint: Endpoint = {
  isShared: true,
  async handle(ctx, request, params) {
    const track = await trackOf(ctx, request, params.id);
    const as = served(request, endsInJpeg(request));
    const reply =
      (await pictureReply(ctx, as, track, 1)) ??
      (await thumbnailReply(ctx, request, track)) ??
      (await drawingReply(ctx, as, track)) ??
      (as.asJpeg ? null : toStandIn(track));
    if (!reply) throw notFound('This picture');
    const cached = reply.status === 302 ? {} : audience(track, seconds.changing);
    return { ...reply, headers: { ...reply.headers, ...cached, vary: 'accept' } };
  },
};

/** GET /trackdrawing/:id. The map of a track from above, as SVG. */
export const trackDrawingEndpoint = drawingEndpoint('map');
/** GET /trackdrawing/:id/hero. The track in an oblique view, as SVG, or a placeholder; in a dark page it is night. */
export const trackHeroEndpoint = drawingEndpoint('hero');

function drawingEndpoint(kind: 'map' | 'hero'): Endpoint {
  return {
    isShared: true,
    async handle(ctx, request, params) {
      const track = await trackOf(ctx, request, params.id);
      const drawings = trackDrawings(ctx, track);
      const reply = drawings && (await drawnReply(request, track, drawings[kind], 'image/svg+xml'));
      if (reply) return reply;
      if (kind === 'map') throw notFound('The drawing of this track');
      return toStandIn(track);
    },
  };
}

const toStandIn = (track: Track): Reply => ({
  status: 302,
  headers: {
    location: standInPicture(track.track_id, track.environment),
    ...audience(track, track.drawing_revision === 0 ? seconds.pending : seconds.changing),
  },
});

async function thumbnailReply(ctx: Ctx, request: HttpRequest, track: Track): Promise<Reply | null> {
  const sha256 = track.thumbnail_sha256;
  if (sha256 === null) return null;
  return drawnReply(request, track, { sha256, open: () => ctx.files.open(sha256) }, 'image/jpeg');
}

async function drawingReply(
  ctx: Ctx,
  { request, accept, asJpeg }: Served,
  track: Track,
): Promise<Reply | null> {
  const drawings = trackDrawings(ctx, track);
  if (!drawings) return null;
  if (asJpeg) {
    const jpeg = await drawingAsJpeg(ctx, drawings);
    return jpeg && drawnReply(request, track, jpeg, 'image/jpeg');
  }
  const takesSvg = namesType(accept, 'image/svg+xml');
  const reply = takesSvg
    ? await drawnReply(request, track, drawings.tile, 'image/svg+xml')
    : await drawnReply(request, track, drawings.png, 'image/png');
  return reply && { ...reply, headers: { ...reply.headers, vary: 'accept' } };
}

async function pictureReply(
  ctx: Ctx,
  { request, accept }: Served,
  track: Track,
  position: number,
): Promise<Reply | null> {
  const rows = await forSite(ctx, 'track_image')
    .leftJoin('picture_file as file', (join) =>
      join.onRef('file.site', '=', 'track_image.site').onRef('file.reference', '=', 'track_image.reference'),
    )
    .where('track_image.track_id', '=', track.track_id)
    .where('track_image.position', '=', position)
    .select(['track_image.sha256 as full', 'track_image.width as full_width', 'track_image.added_at'])
    .select(['file.format', 'file.width', 'file.sha256'])
    .execute();
  const files = rows.map(({ full, full_width, format, width, sha256 }) => ({
    format: format ?? 'jpeg',
    width: width ?? full_width,
    sha256: sha256 ?? full,
  }));
  const [first] = rows;
  const file = chooseFile(files, requestedWidth(request.query), accept);
  if (!first || !file) return null;
  const isNamed = first.full.startsWith(request.query.get('v') ?? '-');
  const blob = await ctx.files.open(file.sha256);
  return (
    blob &&
    fileReply(request, {
      blob,
      sha256: file.sha256,
      modifiedAt: first.added_at,
      headers: {
        'content-type': mimeOf(file.format),
        ...audience(track, isNamed ? seconds.named : seconds.numbered),
        vary: 'accept',
      },
    })
  );
}

/** A picture generated from the file of a track. */
async function drawnReply(
  request: HttpRequest,
  track: Track,
  { sha256, open }: DrawingFile,
  type: string,
): Promise<Reply | null> {
  const blob = await open();
  const headers = { ...typeHeaders(type), ...audience(track, seconds.numbered) };
  return blob && fileReply(request, { blob, sha256, modifiedAt: track.file_uploaded_at, headers });
}

/** SVG is text and may be opened as a document. */
const typeHeaders = (type: string): Record<string, string> =>
  type === 'image/svg+xml'
    ? { 'content-type': `${type}; charset=utf-8`, 'content-security-policy': drawingPolicy }
    : { 'content-type': type };

/** Pictures of public tracks may be embedded elsewhere and stored by shared caches; others not. */
export function audience(
  track: Pick<Track, 'is_public' | 'is_listed'>,
  maxAge: number,
): Record<string, string> {
  const isOpen = track.is_public && track.is_listed;
  return isOpen
    ? { 'cache-control': `public, max-age=${maxAge}`, ...embeddable }
    : { 'cache-control': 'private, no-cache' };
}
