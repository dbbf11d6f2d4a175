import { buffer } from 'node:stream/consumers';
import { forSite } from '#db/for-site.ts';
import { drawingRevision } from '#lib/drawing/map-drawing.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import type { TempBlob } from '#platform/files/blob-store.ts';
import { rasterOfDrawing } from '#platform/files/raster.ts';
import { keepBlobs } from '../upload/blobs.ts';

const rasterWidth = 960;

/** The kept files of a drawing. */
export interface MapDrawing {
  readonly svgSha256: string;
  readonly pngSha256: string;
}

/** A file of a track: the drawing belongs to the version, so that a new file brings a new one. */
interface DrawnFile {
  readonly track_id: number;
  readonly current_version: number;
  readonly sha256: string;
}

/**
 * The drawing of a track's map, made when it is asked for first and kept with the file it shows. null: its file shows
 * nothing that could be drawn. Who may see the track is asked before.
 */
export async function trackDrawing(ctx: Ctx, track: DrawnFile): Promise<MapDrawing | null> {
  const kept = await forSite(ctx, 'track_version')
    .where('track_id', '=', track.track_id)
    .where('version', '=', track.current_version)
    .select(['drawing_sha256', 'drawing_raster_sha256', 'drawing_revision'])
    .executeTakeFirstOrThrow();
  if (kept.drawing_revision === drawingRevision) {
    const { drawing_sha256: svgSha256, drawing_raster_sha256: pngSha256 } = kept;
    return svgSha256 && pngSha256 ? { svgSha256, pngSha256 } : null;
  }
  const file = await ctx.files.open(track.sha256);
  if (!file) return null;
  const drawn = await ctx.gbx.drawing(await buffer(file.stream()));
  if (!drawn.ok) {
    await remember(ctx, track, []);
    return null;
  }
  const svg = await ctx.files.putBytes(Buffer.from(drawn.svg));
  const png = await ctx.files.putBytes(await rasterOfDrawing(drawn.svg, rasterWidth));
  try {
    await remember(ctx, track, [svg, png]);
  } finally {
    for (const blob of [svg, png]) await ctx.files.discard(blob);
  }
  return { svgSha256: svg.sha256, pngSha256: png.sha256 };
}

/** Two requests at once draw the same twice, and the second finds its files there. */
function remember(ctx: Ctx, track: DrawnFile, [svg, png]: readonly TempBlob[]): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    if (svg && png) await keepBlobs(tx, [svg, png]);
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
