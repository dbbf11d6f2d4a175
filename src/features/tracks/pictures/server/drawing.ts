import { buffer } from 'node:stream/consumers';
import { drawingRevision } from '#lib/drawing/oblique/oblique-drawing.ts';
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

/** The drawings of a track as SVG, and the tile as PNG for clients without SVG. */
export interface TrackDrawings {
  /** seen from above */
  readonly map: DrawingFile;
  /** in an oblique view: for the top of a page, and for lists */
  readonly hero: DrawingFile;
  readonly tile: DrawingFile;
  readonly png: DrawingFile;
  /** what they show, in words; null if nothing is known about it */
  readonly about: string | null;
}

/** A file of a track: the drawing belongs to the version, so a new file gets a new one. */
interface DrawnFile {
  readonly track_id: number;
  readonly current_version: number;
  readonly sha256: string;
  readonly drawing_sha256: string | null;
  readonly drawing_hero_sha256: string | null;
  readonly drawing_tile_sha256: string | null;
  readonly drawing_raster_sha256: string | null;
  readonly drawing_about: string | null;
  readonly drawing_revision: number | null;
}

/** Of this process only. */
const unstored = new UnstoredDrawings<TrackDrawings | null>();

/**
 * The drawings of a track, created on the first request and stored with its file. null: there is nothing to draw, or drawing
 * failed for now. Reading does not depend on writing: drawings that cannot be stored are served from memory. The caller checks
 * who may see the track.
 */
export async function trackDrawings(ctx: Ctx, track: DrawnFile): Promise<TrackDrawings | null> {
  if (track.drawing_revision === drawingRevision) {
    const {
      drawing_sha256: map,
      drawing_hero_sha256: hero,
      drawing_tile_sha256: tile,
      drawing_raster_sha256: png,
      drawing_about: about,
    } = track;
    return map && hero && tile && png ? storedFiles(ctx, { map, hero, tile, png, about }) : null;
  }
  // concurrent requests share the drawings
  return unstored.get(track.sha256, ctx.clock.now(), () => drawAndStore(ctx, track));
}

/** A value for each of the files. */
type Each<Value> = { readonly [kind in Exclude<keyof TrackDrawings, 'about'>]: Value };
type About = Pick<TrackDrawings, 'about'>;

function storedFiles(ctx: Ctx, { map, hero, tile, png, about }: Each<string> & About): TrackDrawings {
  const file = (sha256: string): DrawingFile => ({ sha256, open: () => ctx.files.open(sha256) });
  return { map: file(map), hero: file(hero), tile: file(tile), png: file(png), about };
}

/** `isCached`: it could not be stored, and must not be drawn again for the next request. */
async function drawAndStore(ctx: Ctx, track: DrawnFile) {
  const drawn = await draw(ctx, track);
  if (drawn === undefined) return { drawing: null, isCached: false };
  try {
    await store(ctx, track, drawn);
    const drawing =
      drawn &&
      storedFiles(ctx, {
        map: drawn.map.sha256,
        hero: drawn.hero.sha256,
        tile: drawn.tile.sha256,
        png: drawn.png.sha256,
        about: drawn.about,
      });
    return { drawing, isCached: false };
  } catch (err) {
    unstored.warn(ctx, { err, trackId: track.track_id }, 'drawings of tracks cannot be stored');
    return { drawing: drawn, isCached: true };
  }
}

type Drawn = Each<DrawingFile & { readonly bytes: Uint8Array }> & About;

/** null: there is nothing to draw in the file. undefined: drawing failed this time. */
async function draw(ctx: Ctx, track: DrawnFile): Promise<Drawn | null | undefined> {
  try {
    const file = await ctx.files.open(track.sha256);
    if (!file) return undefined;
    const drawn = await ctx.gbx.drawing(await buffer(file.stream()));
    if (!drawn.ok) return drawn.refusal?.code === 'too-slow' ? undefined : null;
    const { map, hero, tile, about } = drawn.drawings;
    const png = await rasterOfDrawing(ctx, tile, rasterWidth);
    const drawing = (svg: string) => memoryFile(Buffer.from(svg));
    return { map: drawing(map), hero: drawing(hero), tile: drawing(tile), png: memoryFile(png), about };
  } catch (err) {
    unstored.warn(ctx, { err, trackId: track.track_id }, 'a track was not drawn');
    return undefined;
  }
}

function memoryFile(bytes: Uint8Array): Drawn['map'] {
  const { sha256, blob } = blobOf(bytes);
  return { sha256, bytes, open: async () => blob };
}

async function store(ctx: Ctx, track: DrawnFile, drawn: Drawn | null): Promise<void> {
  const blobs: TempBlob[] = [];
  try {
    if (drawn)
      for (const { bytes } of [drawn.map, drawn.hero, drawn.tile, drawn.png])
        blobs.push(await ctx.files.putBytes(bytes));
    await remember(ctx, track, blobs, drawn?.about ?? null);
  } finally {
    for (const blob of blobs) await ctx.files.discard(blob);
  }
}

/** Two processes may draw the same track concurrently; the second one finds the files. */
function remember(
  ctx: Ctx,
  track: DrawnFile,
  blobs: readonly TempBlob[],
  about: string | null,
): Promise<void> {
  const [map, hero, tile, png] = blobs;
  return inTransaction(ctx, async (tx) => {
    await storeBlobs(tx, blobs);
    await tx.db
      .updateTable('track_version')
      .set({
        drawing_sha256: map?.sha256 ?? null,
        drawing_hero_sha256: hero?.sha256 ?? null,
        drawing_tile_sha256: tile?.sha256 ?? null,
        drawing_raster_sha256: png?.sha256 ?? null,
        drawing_about: about,
        drawing_revision: drawingRevision,
      })
      .where('site', '=', tx.site.code)
      .where('track_id', '=', track.track_id)
      .where('version', '=', track.current_version)
      .execute();
  });
}
