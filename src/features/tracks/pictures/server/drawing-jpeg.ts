import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import type { Ctx } from '#platform/context.ts';
import { blobOf } from '#platform/files/blob-store.ts';
import { jpegOfDrawing } from '#platform/files/convert-pictures.ts';
import type { DrawingFile, TrackDrawings } from './drawing.ts';

const width = 960;

/** About 60 kB each. Only clients of the games and tools need them, so they are not stored. */
const made = new LRUCache<string, Promise<DrawingFile | null>>({ max: 100 });

/** The drawing of a track as JPEG, for clients that read no other format. */
export function drawingAsJpeg(ctx: Ctx, { tile }: TrackDrawings): Promise<DrawingFile | null> {
  const known = made.get(tile.sha256);
  if (known) return known;
  const drawing = draw(ctx, tile);
  made.set(tile.sha256, drawing);
  drawing.then(
    (file) => file ?? made.delete(tile.sha256),
    () => made.delete(tile.sha256),
  );
  return drawing;
}

async function draw(ctx: Ctx, svg: DrawingFile): Promise<DrawingFile | null> {
  const file = await svg.open();
  if (!file) return null;
  const text = (await buffer(file.stream())).toString();
  const { sha256, blob } = blobOf(await jpegOfDrawing(ctx, text, width));
  return { sha256, open: async () => blob };
}
