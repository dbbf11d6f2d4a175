import { buffer } from 'node:stream/consumers';
import { forSite } from '#db/for-site.ts';
import { drawingRevision } from '#lib/drawing/map-drawing.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { blobOf, type StoredBlob, type TempBlob } from '#platform/files/blob-store.ts';
import { rasterOfDrawing } from '#platform/files/convert-pictures.ts';
import { storeBlobs } from '#platform/files/store-blobs.ts';
import { UnstoredDrawings } from './unstored-drawings.ts';

const rasterWidth = 960;

/** A file of a drawing, stored or not. */
export interface DrawingFile {
  readonly sha256: string;
  open(): Promise<StoredBlob | null>;
}

/** The map of a track as SVG, and as PNG for clients without SVG. */
export interface MapDrawing {
  readonly svg: DrawingFile;
  readonly png: DrawingFile;
}

/** A file of a track: the drawing belongs to the version, so a new file gets a new one. */
interface DrawnFile {
  readonly track_id: number;
  readonly current_version: number;
  readonly sha256: string;
}

/** Of this process only. */
const unstored = new UnstoredDrawings<MapDrawing | null>();

/**
 * The drawing of a track's map, created on the first request and stored with its file. null: there is nothing to draw, or drawing
 * failed for now. Reading does not depend on writing: a drawing that cannot be stored is served from memory. The caller checks
 * who may see the track.
 */
export async function trackDrawing(ctx: Ctx, track: DrawnFile): Promise<MapDrawing | null> {
  const stored = await forSite(ctx, 'track_version')
    .where('track_id', '=', track.track_id)
    .where('version', '=', track.current_version)
    .select(['drawing_sha256', 'drawing_raster_sha256', 'drawing_revision'])
    .executeTakeFirstOrThrow();
  if (stored.drawing_revision === drawingRevision) {
    const { drawing_sha256: svg, drawing_raster_sha256: png } = stored;
    return svg && png ? { svg: storedFile(ctx, svg), png: storedFile(ctx, png) } : null;
  }
  // Concurrent requests share one drawing.
  return unstored.get(track.sha256, ctx.clock.now(), () => drawAndStore(ctx, track));
}

const storedFile = (ctx: Ctx, sha256: string): DrawingFile => ({
  sha256,
  open: () => ctx.files.open(sha256),
});

/** `isCached`: it could not be stored, and must not be drawn again for the next request. */
async function drawAndStore(ctx: Ctx, track: DrawnFile) {
  const drawn = await draw(ctx, track);
  if (drawn === undefined) return { drawing: null, isCached: false };
  try {
    await store(ctx, track, drawn);
    const drawing = drawn && {
      svg: storedFile(ctx, drawn.svg.sha256),
      png: storedFile(ctx, drawn.png.sha256),
    };
    return { drawing, isCached: false };
  } catch (err) {
    unstored.warn(ctx, { err, trackId: track.track_id }, 'drawings of tracks cannot be stored');
    return { drawing: drawn, isCached: true };
  }
}

type Drawn = { readonly [kind in keyof MapDrawing]: DrawingFile & { readonly bytes: Uint8Array } };

/** null: there is nothing to draw in the file. undefined: drawing failed this time. */
async function draw(ctx: Ctx, track: DrawnFile): Promise<Drawn | null | undefined> {
  try {
    const file = await ctx.files.open(track.sha256);
    if (!file) return undefined;
    const drawn = await ctx.gbx.drawing(await buffer(file.stream()));
    if (!drawn.ok) return drawn.refusal?.code === 'too-slow' ? undefined : null;
    const png = await rasterOfDrawing(ctx, drawn.svg, rasterWidth);
    return { svg: memoryFile(Buffer.from(drawn.svg)), png: memoryFile(png) };
  } catch (err) {
    unstored.warn(ctx, { err, trackId: track.track_id }, 'the map of a track was not drawn');
    return undefined;
  }
}

function memoryFile(bytes: Uint8Array): Drawn['svg'] {
  const { sha256, blob } = blobOf(bytes);
  return { sha256, bytes, open: async () => blob };
}

async function store(ctx: Ctx, track: DrawnFile, drawn: Drawn | null): Promise<void> {
  const blobs: TempBlob[] = [];
  try {
    if (drawn) for (const { bytes } of [drawn.svg, drawn.png]) blobs.push(await ctx.files.putBytes(bytes));
    await remember(ctx, track, blobs);
  } finally {
    for (const blob of blobs) await ctx.files.discard(blob);
  }
}

/** Two processes may draw the same map concurrently; the second one finds the files. */
function remember(ctx: Ctx, track: DrawnFile, blobs: readonly TempBlob[]): Promise<void> {
  const [svg, png] = blobs;
  return inTransaction(ctx, async (tx) => {
    await storeBlobs(tx, blobs);
    await tx.db
      .updateTable('track_version')
      .set({
        drawing_sha256: svg?.sha256 ?? null,
        drawing_raster_sha256: png?.sha256 ?? null,
        drawing_revision: drawingRevision,
      })
      .where('site', '=', tx.site.code)
      .where('track_id', '=', track.track_id)
      .where('version', '=', track.current_version)
      .execute();
  });
}
