import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp from 'sharp';

/** A picture and its place on a sheet. */
export interface Shot {
  readonly column: number;
  readonly row: number;
  readonly picture: Buffer;
}

const gap = 24;
/** The format allows no longer side. */
const longestSide = 24_000;

/** Puts pictures side by side, each row as high as its highest picture. */
export async function saveSheet(file: string, shots: readonly Shot[]): Promise<void> {
  const sized = await Promise.all(
    shots.map(async (shot) => {
      const { width, height } = await sharp(shot.picture).metadata();
      return { ...shot, width, height };
    }),
  );
  const columnWidth = Math.max(...sized.map(({ width }) => width)) + gap;
  const rowHeights = sized.reduce<number[]>((heights, { row, height }) => {
    heights[row] = Math.max(heights[row] ?? 0, height + gap);
    return heights;
  }, []);
  const topOf = (row: number) => rowHeights.slice(0, row).reduce((sum, height) => sum + height, 0);
  const width = columnWidth * (Math.max(...sized.map(({ column }) => column)) + 1) - gap;
  const height = topOf(rowHeights.length) - gap;
  const whole = await sharp({ create: { width, height, channels: 3, background: '#888' } })
    .composite(
      sized.map(({ column, row, picture }) => ({
        input: picture,
        left: column * columnWidth,
        top: topOf(row),
      })),
    )
    .png({ compressionLevel: 1 })
    .toBuffer();
  await mkdir(dirname(file), { recursive: true });
  await sharp(whole)
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 85 })
    .toFile(file);
}
