import { namesType } from '#platform/http/negotiate.ts';
import { type PictureFormat, pictureFormats } from '#platform/pictures/tools.ts';

export interface StoredFile {
  readonly format: string;
  readonly width: number;
  readonly sha256: string;
}

export const mimeOf = (format: string): string => `image/${format}`;

/**
 * Chooses the file for a client: the narrowest that is at least as wide as requested (the widest if there is none, or nothing was
 * requested), in the best format that the client accepts. Every client accepts JPEG.
 */
export function chooseFile<F extends StoredFile>(
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

const rank = ({ format }: StoredFile) => pictureFormats.indexOf(format as PictureFormat); // an unknown one would be −1, but `takes` lets none through

/** The width in `?w=`. Returns null unless it is a whole number. */
export function requestedWidth(query: URLSearchParams): number | null {
  const text = query.get('w') ?? '';
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : null;
}
