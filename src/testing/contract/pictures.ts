import sharp from 'sharp';
import type { Edition } from './edition.ts';

/** What clients of the games and browsers accept. */
export const anyPicture = ['*/*', 'image/avif,image/webp,image/svg+xml,*/*;q=0.8'] as const;

/** The format of the picture at an address, by its bytes; the status if there is none. */
export async function formatOf(get: Edition['get'], path: string, accept: string): Promise<unknown> {
  const { status, headers, bytes } = await get(path, { headers: { accept } });
  if (status !== 200) return status;
  const { format } = await sharp(bytes).metadata();
  return headers['content-type'] === `image/${format}` ? format : headers['content-type'];
}
