import { routes } from '#routes/routes.ts';

/** The values that are enforced. The help text on the upload form names slightly different ones. */
export const pictureLimits = {
  minWidth: 400,
  minHeight: 290,
  maxWidth: 5000,
  maxHeight: 5000,
  minRatio: 0.6,
  maxRatio: 2,
  /** of the file: enough for a 24-bit BMP of 3840 × 2160 */
  fileBytes: 32 * 1024 * 1024,
} as const;

/** Selectable extensions; the kind of a file is determined by its first bytes. */
export const pictureEndings = ['png', 'jpeg', 'jpg', 'bmp', 'webp'] as const;
/** For `<input type="file" accept>`. */
export const pictureAccept = pictureEndings.map((ending) => `.${ending}`).join(',');

/** Supporters may have twice as many. */
export const maxPictures = (isSupporter: boolean): number => (isSupporter ? 20 : 10);
export const tooManyPictures = (most: number): string => `A track may have at most ${most} pictures.`;

export const tooTiny = `Too tiny (at least ${pictureLimits.minWidth}x${pictureLimits.minHeight}).`;
export const tooLarge = `Too large (at most ${pictureLimits.maxWidth}x${pictureLimits.maxHeight}).`;
export const wrongRatio = 'Aspect ratio must be between 0.60 and 2.';
const imageRemoved = 'The image has been removed.';
export const wrongKind = 'Pictures must be png, jpeg, bmp or webp files.';
export const tooManyBytes = `Too large (at most ${pictureLimits.fileBytes / 1_048_576} MB).`;

/** The error in a picture of these upright dimensions, as a sentence; null if there is none. */
export function dimensionProblem(width: number, height: number): string | null {
  const { minWidth, minHeight, maxWidth, maxHeight, minRatio, maxRatio } = pictureLimits;
  if (width < minWidth || height < minHeight) return tooTiny;
  if (width > maxWidth || height > maxHeight) return tooLarge;
  const ratio = width / height;
  return ratio < minRatio || ratio > maxRatio ? wrongRatio : null;
}

/** The reason together with its consequence, as one message. */
export const removedBecause = (reason: string): string => `${reason} ${imageRemoved}`;

/** A picture of a track, as shown on its page. */
export interface TrackPicture {
  /** its n in /trackshow/{id}/image/{n} */
  readonly index: number;
  /** changes with the content */
  readonly version: string;
  readonly fileName: string;
  readonly fileSize: number;
  /** of the original */
  readonly width: number;
  readonly height: number;
  /** available widths, ascending */
  readonly widths: readonly number[];
}

/** The pictures of a track, as its page shows them. */
export interface PicturesOfTrack {
  readonly trackId: number;
  readonly plainName: string;
  readonly pictures: readonly TrackPicture[];
  readonly hasThumbnail: boolean;
  readonly environment: number;
  /** pending: a job will draw it; none: there is nothing to draw */
  readonly drawing: 'drawn' | 'pending' | 'none';
  /** what the drawing shows, in words */
  readonly drawingAbout: string | null;
  /** the address of the track as triangles; null if nothing of it can be drawn in space */
  readonly solid: string | null;
  /** the hash of a drawing that lines of runs can be drawn over; null: of none */
  readonly lineFrame: string | null;
  /** the secret of its link, for an unlisted track */
  readonly key: string | null;
}

/** The response of POST /trackupload/screenshot. */
export interface StagedPicture {
  Reference: string;
  FileName: string;
  FileSize: number;
  Width: number;
  Height: number;
}

/** A screenshot of a track in the form. The first one is the cover. */
export interface PictureEntry {
  /** distinguishes the entries of one form */
  readonly Id: string;
  readonly FileName: string;
  readonly FileSize: number;
  /** the chosen file, until it is uploaded */
  readonly File: Blob | null;
  /** it is being uploaded: the form cannot be sent yet */
  readonly IsStaging: boolean;
  /** of an uploaded picture that does not belong to a track yet */
  readonly Reference: string | null;
  /** of a picture the track already has: the n of /trackshow/{id}/image/{n}, counted from 1 */
  readonly ExistingImageIndex: number | null;
  /** address of a preview */
  readonly Preview: string | null;
  /** why the upload failed; it can be retried */
  readonly Message: string | null;
}

/** The existing pictures of a track, as entries of its form. */
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

/** Whether no picture is being sent or waits for another attempt, which submitting the form now would lose. */
export const picturesAreReady = (pictures: readonly PictureEntry[]): boolean =>
  pictures.every((picture) => picture.Reference !== null || picture.ExistingImageIndex !== null);

/** The pictures as another page can show them: those that arrived, without previews that only this page has. */
export const storedPictures = (pictures: readonly PictureEntry[]): PictureEntry[] =>
  pictures
    .filter((picture) => picturesAreReady([picture]))
    .map((picture, place) => ({
      ...picture,
      Id: `kept ${place + 1}`,
      Preview: picture.Preview?.startsWith('blob:') ? null : picture.Preview,
    }));

/** The query parameters of a picture's address: the requested width, its content, the secret of an unlisted track. */
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

/** A picture as sent to the server: a staged one, or one that the track has at this number (from 1). */
export type PictureRef = { readonly reference: string } | { readonly existing: number };

/** Fields about the pictures of a track begin with this name. */
export const picturesField = 'ScreenshotFiles';
/** The files themselves, in forms that are sent without scripts. */
export const pictureFileField = 'ScreenshotFile';
const maxRead = 100;

/**
 * Writes the pictures into a form, in order, e.g. with the prefix `TrackEntries[0].`. The field without an index contains their
 * number, which distinguishes a form without pictures from one that does not mention them.
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
 * The pictures in the fields of an entry, sorted by index; null if it does not mention
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
    if (!parts || value === '' || found.size >= maxRead) continue;
    const ref = parts[2] === 'Reference' ? { reference: value } : { existing: Number(value) };
    found.set(Number(parts[1]), ref);
  }
  if (!said) return null;
  return [...found].sort(([a], [b]) => a - b).map(([, ref]) => ref);
}
