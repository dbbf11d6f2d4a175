import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import { daySeconds, hourSeconds } from '#lib/codes/durations.ts';
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

/** By the hash of the track's file. Only readers who open the scene need them, and they take 20 ms, so they are not stored. */
const made = new LRUCache<string, SolidBytes>({
  maxSize: 32 * 2 ** 20,
  sizeCalculation: ({ bytes }) => (bytes?.byteLength ?? 0) + 200,
});
/** Those that are being made: several readers wait for the same one. */
const making = new Map<string, Promise<Uint8Array | null>>();

/** GET /trackdrawing/:id/solid. A track as triangles for the scene of the viewer, for those who may see its drawings. */
export const trackSolidEndpoint: Endpoint = {
  isShared: true,
  async handle(ctx, request, params) {
    const track = await visibleTrack(ctx, trackIdOf(params.id), secretIn(request.query));
    const bytes = await solidOfFile(ctx, track.sha256);
    if (!bytes) throw notFound('The solid of this track');
    const version = solidVersion(track.sha256);
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

/** null: nothing is driven in the track, or its file is missing or cannot be read. */
function solidOfFile(ctx: Ctx, sha256: string): Promise<Uint8Array | null> {
  const known = made.get(sha256);
  if (known) return Promise.resolve(known.bytes);
  const begun = making.get(sha256);
  if (begun) return begun;
  const solid = build(ctx, sha256).finally(() => making.delete(sha256));
  making.set(sha256, solid);
  return solid;
}

async function build(ctx: Ctx, sha256: string): Promise<Uint8Array | null> {
  const blob = await ctx.files.open(sha256);
  if (!blob) return null;
  const read = await ctx.gbx.solid(await buffer(blob.stream()));
  // the next request may find a quieter machine
  if (!read.ok) return null;
  made.set(sha256, read);
  return read.bytes;
}
