import type { Ctx } from '#platform/context.ts';
import { senderOf } from '#platform/lanes/sender.ts';

/**
 * Converts a thumbnail from a game file: flips it (the game stores it upside down) and re-encodes it, so that no byte of the
 * upload is served as an image. null if it cannot be read.
 */
export const thumbnailFromGame = (ctx: Ctx, jpeg: Uint8Array): Promise<Uint8Array | null> =>
  ctx.pictures.take(senderOf(ctx), (tools) => tools.thumbnail(jpeg));
