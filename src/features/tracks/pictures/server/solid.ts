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

/** By the hash of the track's file. Only readers who open the scene need them, and they take 20 ms, so they are not stored. */
const made = new LRUCache<string, Promise<Uint8Array | null>>({ max: 200 });

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
  if (known) return known;
  const solid = build(ctx, sha256);
  made.set(sha256, solid);
  // the next request may find a quieter machine
  solid.then(
    (bytes) => bytes ?? made.delete(sha256),
    () => made.delete(sha256),
  );
  return solid;
}

async function build(ctx: Ctx, sha256: string): Promise<Uint8Array | null> {
  const blob = await ctx.files.open(sha256);
  if (!blob) return null;
  const read = await ctx.gbx.solid(await buffer(blob.stream()));
  return read.ok ? read.bytes : null;
}
