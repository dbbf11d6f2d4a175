import { type PictureEntry, removedBecause, wrongKind } from '#features/tracks/pictures/pictures.ts';
import type { ProblemBody } from '#lib/wire/problem.ts';

/** A newly chosen picture, with a local preview while it is being uploaded. */
export const chosenPicture = (id: string, file: File, preview: string): PictureEntry => ({
  Id: id,
  FileName: file.name,
  FileSize: file.size,
  File: file,
  IsStaging: true,
  Reference: null,
  ExistingImageIndex: null,
  Preview: preview,
  Message: null,
});

export type Pictures = readonly PictureEntry[];

/** Changes one picture; no effect if it was removed in the meantime. */
export const changed = (pictures: Pictures, id: string, change: Partial<PictureEntry>): Pictures =>
  pictures.map((picture) => (picture.Id === id ? { ...picture, ...change } : picture));

/** Moves a picture to a position counted from 0, limited to the ends of the list. */
export function moved(pictures: Pictures, id: string, place: number): Pictures {
  const picture = pictures.find(({ Id }) => Id === id);
  if (!picture) return pictures;
  const others = pictures.filter((other) => other !== picture);
  const at = Math.min(Math.max(place, 0), others.length);
  return [...others.slice(0, at), picture, ...others.slice(at)];
}

/** The position of a picture as text, for screen readers. */
export function positionText(pictures: Pictures, id: string): string {
  const at = pictures.findIndex(({ Id }) => Id === id);
  const picture = pictures[at];
  if (!picture) return '';
  const cover = at === 0 ? ', the cover' : '';
  return `Moved ${picture.FileName} to position ${at + 1} of ${pictures.length}${cover}.`;
}

const kinds = ['image/png', 'image/jpeg', 'image/webp', 'image/bmp', 'image/x-ms-bmp', 'image/x-bmp', ''];

/** The problem with a file's type, as reported by the browser, before it is read. */
export const kindProblem = (type: string): string | null =>
  kinds.includes(type.toLowerCase()) ? null : removedBecause(wrongKind);

/** Whether the failure may be temporary, so that the picture can be sent again. */
export const mayTryAgain = ({ status }: ProblemBody): boolean =>
  status === 0 || status === 401 || status === 429 || status >= 500;

/** The reason without the file name, which is shown next to it. */
export const withoutName = (detail: string, fileName: string): string =>
  detail.startsWith(`${fileName}: `) ? detail.slice(fileName.length + 2) : detail;
