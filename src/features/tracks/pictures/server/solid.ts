import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import { forSite } from '#db/for-site.ts';
import { daySeconds, hourSeconds, minuteMs } from '#lib/codes/durations.ts';
import { solidVersion } from '#lib/drawing/solid/track-solid.ts';
import type { Ctx } from '#platform/context.ts';
import { blobOf } from '#platform/files/blob-store.ts';
import { fileReply } from '#platform/files/serve.ts';
import { notFound } from '#platform/http/problem.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { secretIn, trackIdOf, visibleTrack } from '../../server/repo.ts';
import { audience } from './image.ts';

interface SolidBytes {
  /** null: nothing is driven in the track */
  readonly bytes: Uint8Array | null;
}

/** By the hash of the track's file and the version. Only readers who open the scene need them, and they take 20 ms, so they are not stored. */
const made = new LRUCache<string, SolidBytes>({
  maxSize: 32 * 2 ** 20,
  sizeCalculation: ({ bytes }) => (bytes?.byteLength ?? 0) + 200,
});
/** After a failure. */
const againAfterMs = minuteMs;
/** Those that are being made: several readers wait for the same one. */
const making = new Map<string, Promise<Uint8Array | null>>();

/** GET /trackdrawing/:id/solid. A track as triangles for the scene of the viewer, for those who may see its drawings. */
export const trackSolidEndpoint: Endpoint = {
  isShared: true,
  async handle(ctx, request, params) {
    const track = await visibleTrack(ctx, trackIdOf(params.id), secretIn(request.query));
    const version = solidVersion(track.sha256, track.drawing_hero_sha256);
    const bytes = await solidOfTrack(ctx, track, version);
    if (!bytes) throw notFound('The solid of this track');
    const isNamed = request.query.get('v') === version;
    return fileReply(request, {
      blob: blobOf(bytes).blob,
      sha256: createHash('sha256').update(version).digest('hex'),
      modifiedAt: null,
      headers: {
        'content-type': 'application/gzip',
        ...audience(track, isNamed ? daySeconds : hourSeconds),
      },
    });
  },
};

type Track = Pick<Awaited<ReturnType<typeof visibleTrack>>, 'track_id' | 'current_version' | 'sha256'>;

/** null: nothing is driven in the track, or its file is missing or cannot be read. */
function solidOfTrack(ctx: Ctx, track: Track, version: string): Promise<Uint8Array | null> {
  const name = `${track.sha256} ${version}`;
  const known = made.get(name);
  if (known) return Promise.resolve(known.bytes);
  const begun = making.get(name);
  if (begun) return begun;
  const solid = build(ctx, track, name).finally(() => making.delete(name));
  making.set(name, solid);
  return solid;
}

async function build(ctx: Ctx, track: Track, name: string): Promise<Uint8Array | null> {
  const [blob, file] = await Promise.all([
    ctx.files.open(track.sha256),
    forSite(ctx, 'track_version')
      .where('track_id', '=', track.track_id)
      .where('version', '=', track.current_version)
      .select('drawing_fit')
      .executeTakeFirst(),
  ]);
  if (!blob) return null;
  const read = await ctx.gbx.solid(await buffer(blob.stream()), file?.drawing_fit ?? []);
  if (!read.ok) {
    // a later request may find a quieter machine, but a file that always takes too long is not tried for each of them
    made.set(name, { bytes: null }, { ttl: againAfterMs });
    return null;
  }
  made.set(name, read);
  return read.bytes;
}
