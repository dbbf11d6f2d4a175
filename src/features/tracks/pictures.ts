import { routes } from '#routes.ts';

/** The values that are enforced. The help text on the upload form names slightly different ones. */
export const pictureLimits = {
  leastWidth: 400,
  leastHeight: 290,
  mostWidth: 5000,
  mostHeight: 5000,
  leastRatio: 0.6,
  mostRatio: 2,
  /** of the file as it arrives: a 24-bit BMP of 3840 × 2160 and more */
  fileBytes: 32 * 1024 * 1024,
} as const;

/** Endings of the files one may choose; what a file is, its first bytes tell. */
export const pictureEndings = ['png', 'jpeg', 'jpg', 'bmp', 'webp'] as const;
/** For `<input type="file" accept>`. */
export const pictureAccept = pictureEndings.map((ending) => `.${ending}`).join(',');

/** Supporters may have twice as many. */
export const mostPictures = (isSupporter: boolean): number => (isSupporter ? 20 : 10);
export const tooManyPictures = (most: number): string => `A track may have at most ${most} pictures.`;

export const tooTiny = `Too tiny (at least ${pictureLimits.leastWidth}x${pictureLimits.leastHeight}).`;
export const tooLarge = `Too large (at most ${pictureLimits.mostWidth}x${pictureLimits.mostHeight}).`;
export const wrongRatio = 'Aspect ratio must be between 0.60 and 2.';
const imageRemoved = 'The image has been removed.';
export const wrongKind = 'Pictures must be png, jpeg, bmp or webp files.';
export const tooManyBytes = `Too large (at most ${pictureLimits.fileBytes / 1_048_576} MB).`;

/** What is wrong with a picture of these dimensions, seen upright; null when it is welcome. */
export function dimensionProblem(width: number, height: number): string | null {
  const { leastWidth, leastHeight, mostWidth, mostHeight, leastRatio, mostRatio } = pictureLimits;
  if (width < leastWidth || height < leastHeight) return tooTiny;
  if (width > mostWidth || height > mostHeight) return tooLarge;
  const ratio = width / height;
  return ratio < leastRatio || ratio > mostRatio ? wrongRatio : null;
}

/** A reason and what came of it, as one message. */
export const removedBecause = (reason: string): string => `${reason} ${imageRemoved}`;

/** A picture of a track as its page shows it. */
export interface TrackPicture {
  /** its n in /trackshow/{id}/image/{n} */
  readonly index: number;
  /** changes with its content */
  readonly version: string;
  readonly fileName: string;
  readonly fileSize: number;
  /** of the original */
  readonly width: number;
  readonly height: number;
  /** it is kept in, ascending */
  readonly widths: readonly number[];
}

/** The answer of POST /trackupload/screenshot. */
export interface StagedPicture {
  Reference: string;
  FileName: string;
  FileSize: number;
  Width: number;
  Height: number;
}

/** A screenshot of a track in the form. The first one is the cover. */
export interface PictureEntry {
  /** tells the entries of one form apart */
  readonly Id: string;
  readonly FileName: string;
  readonly FileSize: number;
  /** the chosen file, until it has arrived */
  readonly File: Blob | null;
  /** it is on its way to the server: its form cannot be sent yet */
  readonly IsStaging: boolean;
  /** of a picture that has arrived and belongs to no track yet */
  readonly Reference: string | null;
  /** of a picture the track has already: the n of /trackshow/{id}/image/{n}, counted from 1 */
  readonly ExistingImageIndex: number | null;
  /** an address to show it from */
  readonly Preview: string | null;
  /** why it did not arrive; it can be tried again */
  readonly Message: string | null;
}

/** The pictures a track has, as the entries of the form that edits it. */
export const existingPictures = (
  trackId: number,
  pictures: readonly { fileName: string; fileSize: number }[],
  key: string | null = null,
): PictureEntry[] =>
  pictures.map(({ fileName, fileSize }, index) => ({
    Id: `existing ${index + 1}`,
    FileName: fileName,
    FileSize: fileSize,
    File: null,
    IsStaging: false,
    Reference: null,
    ExistingImageIndex: index + 1,
    Preview: pictureAddress(trackId, index + 1, { width: 320, key }),
    Message: null,
  }));

/** Still on its way or waiting for another try: sending the form now would lose it. */
export const picturesAreReady = (pictures: readonly PictureEntry[]): boolean =>
  pictures.every((picture) => picture.Reference !== null || picture.ExistingImageIndex !== null);

/** The names a picture's address may carry besides its number: the width wanted, its content, the secret of an unlisted track. */
export function pictureAddress(
  trackId: number,
  index: number,
  { width, version, key = null }: { width?: number; version?: string; key?: string | null } = {},
): string {
  const query = new URLSearchParams();
  if (width !== undefined) query.set('w', String(width));
  if (version !== undefined) query.set('v', version);
  if (key !== null) query.set('key', key);
  const path = routes.trackImage(trackId, index);
  return query.size > 0 ? `${path}?${query}` : path;
}

/** A picture as the server is told of it: one that was staged, or one the track has at this number (from 1). */
export type PictureRef = { readonly reference: string } | { readonly existing: number };

/** Fields about the pictures of a track begin with this name. */
export const picturesField = 'ScreenshotFiles';
const mostRead = 100;

/**
 * Writes the pictures into a form, in their order, e.g. with prefix `TrackEntries[0].`. The field without an index
 * tells how many there are, so that a form without pictures can be told from one that says nothing about them.
 */
export function appendPictures(
  form: FormData | URLSearchParams,
  prefix: string,
  pictures: readonly PictureEntry[],
): void {
  form.append(`${prefix}${picturesField}`, String(pictures.length));
  pictures.forEach((picture, index) => {
    const { Reference, ExistingImageIndex } = picture;
    if (Reference !== null) form.append(`${prefix}${picturesField}[${index}].Reference`, Reference);
    else if (ExistingImageIndex !== null)
      form.append(`${prefix}${picturesField}[${index}].ExistingImageIndex`, String(ExistingImageIndex));
  });
}

/**
 * The pictures that the fields of an entry name, in the order of their indexes; null when it says nothing about
 * pictures.
 */
export function readPictures(fields: Iterable<readonly [name: string, value: string]>): PictureRef[] | null {
  const found = new Map<number, PictureRef>();
  let said = false;
  for (const [name, value] of fields) {
    if (!name.startsWith(picturesField)) continue;
    const rest = name.slice(picturesField.length);
    said ||= rest === '' || rest.startsWith('[');
    const parts = /^\[(\d{1,4})\]\.(Reference|ExistingImageIndex)$/.exec(rest);
    if (!parts || value === '' || found.size >= mostRead) continue;
    const ref = parts[2] === 'Reference' ? { reference: value } : { existing: Number(value) };
    found.set(Number(parts[1]), ref);
  }
  if (!said) return null;
  return [...found].sort(([a], [b]) => a - b).map(([, ref]) => ref);
}
