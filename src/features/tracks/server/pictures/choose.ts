import { type PictureFormat, pictureFormats } from '#platform/files/picture.ts';
import { namesType } from '#platform/http/negotiate.ts';

export interface KeptFile {
  readonly format: string;
  readonly width: number;
  readonly sha256: string;
}

export const mimeOf = (format: string): string => `image/${format}`;

/**
 * The file a client gets: the narrowest that is at least as wide as asked (the widest when none is, or nothing was
 * asked), in the best format the client names. Every client takes JPEG.
 */
export function chooseFile<F extends KeptFile>(
  files: readonly F[],
  wanted: number | null,
  accept: string | undefined,
): F | undefined {
  const takes = (format: string) => format === 'jpeg' || namesType(accept, mimeOf(format));
  const fitting = files
    .filter(({ format }) => takes(format))
    .sort((a, b) => a.width - b.width || rank(a) - rank(b));
  const enough = wanted === null ? undefined : fitting.find(({ width }) => width >= wanted);
  if (enough) return enough;
  const widest = fitting.at(-1)?.width;
  return fitting.find(({ width }) => width === widest);
}

const rank = ({ format }: KeptFile) => pictureFormats.indexOf(format as PictureFormat); // an unknown one would be −1, but `takes` lets none through

/** The width in `?w=`: a whole number of pixels; anything else is no wish. */
export function wantedWidth(query: URLSearchParams): number | null {
  const text = query.get('w') ?? '';
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : null;
}
