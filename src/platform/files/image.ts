import sharp from 'sharp';

/** Thumbnails are 256×256; a legitimate one never comes near this. */
const maxPixels = 1024 * 1024;

/**
 * Converts a thumbnail from a game file: flips it (the game stores it upside down) and re-encodes it, so that no byte of the
 * upload is served as an image. null if it cannot be read.
 */
export async function thumbnailFromGame(jpeg: Uint8Array): Promise<Uint8Array | null> {
  try {
    return await sharp(jpeg, { limitInputPixels: maxPixels, failOn: 'error' })
      .flip()
      .jpeg({ quality: 85 })
      .toBuffer();
  } catch {
    return null;
  }
}
