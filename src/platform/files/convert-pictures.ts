import type { Ctx } from '#platform/context.ts';
import { senderOf } from '#platform/lanes/sender.ts';

/** Renders one of our own drawings as a JPEG of this width, for clients that read nothing else. */
export const jpegOfDrawing = (ctx: Ctx, svg: string, width: number): Promise<Buffer> =>
  ctx.pictures.take({ client: senderOf(ctx).client }, (tools) =>
    tools.raster({ svg, density: 144, size: { width }, format: { jpegQuality: 85 } }),
  );

/**
 * Renders one of our own drawings as a PNG of this width, for clients that cannot show SVG. Never used for uploads. Also done if
 * the client leaves, because it is stored and others may wait for it.
 */
export function rasterOfDrawing(ctx: Ctx, svg: string, width: number): Promise<Buffer> {
  const { client } = senderOf(ctx);
  return ctx.pictures.take({ client }, (tools) =>
    tools.raster({ svg, density: 144, size: { width }, format: 'small-png' }),
  );
}

/**
 * Converts a thumbnail from a game file: flips it (the game stores it upside down) and re-encodes it, so that no byte of the
 * upload is served as an image. null if it cannot be read.
 */
export const thumbnailFromGame = (ctx: Ctx, jpeg: Uint8Array): Promise<Uint8Array | null> =>
  ctx.pictures.take(senderOf(ctx), (tools) => tools.thumbnail(jpeg));
