import sharp from 'sharp';

/** Thumbnails are 256×256; nothing honest comes near this. */
const mostPixels = 1024 * 1024;

/**
 * A picture out of a file of the game: turned right side up (the game stores it upside down) and drawn anew, so that
 * no byte of the upload is ever served as a picture. null when it cannot be read.
 */
export async function thumbnailFromGame(jpeg: Uint8Array): Promise<Uint8Array | null> {
  try {
    return await sharp(jpeg, { limitInputPixels: mostPixels, failOn: 'error' })
      .flip()
      .jpeg({ quality: 85 })
      .toBuffer();
  } catch {
    return null;
  }
}
