import type { Ctx } from '#platform/context.ts';
import type { StoredBlob } from '#platform/files/blob-store.ts';

/** A stored file of a drawing. */
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
}

/** The current file of a track, as far as its drawings are concerned: a new file gets new ones. */
interface DrawnFile {
  readonly drawing_sha256: string | null;
  readonly drawing_hero_sha256: string | null;
  readonly drawing_tile_sha256: string | null;
  readonly drawing_raster_sha256: string | null;
}

/**
 * The drawings of a track, which a job makes (draw-tracks.ts). null: it has not run yet, or there is nothing to draw. The caller
 * checks who may see the track.
 */
export function trackDrawings(ctx: Ctx, file: DrawnFile): TrackDrawings | null {
  const {
    drawing_sha256: map,
    drawing_hero_sha256: hero,
    drawing_tile_sha256: tile,
    drawing_raster_sha256: png,
  } = file;
  if (!map || !hero || !tile || !png) return null;
  const stored = (sha256: string): DrawingFile => ({ sha256, open: () => ctx.files.open(sha256) });
  return { map: stored(map), hero: stored(hero), tile: stored(tile), png: stored(png) };
}
