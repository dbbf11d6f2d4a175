import { type PictureEntry, removedBecause, wrongKind } from '#features/tracks/pictures.ts';
import type { ProblemBody } from '#lib/wire/problem.ts';

/** A picture just chosen, shown from memory while it is on its way. */
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

/** The pictures with one of them changed; the same when it has been removed meanwhile. */
export const changed = (pictures: Pictures, id: string, change: Partial<PictureEntry>): Pictures =>
  pictures.map((picture) => (picture.Id === id ? { ...picture, ...change } : picture));

/** The pictures with one of them at another place, counted from 0; places beyond the ends are the ends. */
export function moved(pictures: Pictures, id: string, place: number): Pictures {
  const picture = pictures.find(({ Id }) => Id === id);
  if (!picture) return pictures;
  const others = pictures.filter((other) => other !== picture);
  const at = Math.min(Math.max(place, 0), others.length);
  return [...others.slice(0, at), picture, ...others.slice(at)];
}

/** Where a picture stands, in words for those who do not see it move. */
export function placeInWords(pictures: Pictures, id: string): string {
  const at = pictures.findIndex(({ Id }) => Id === id);
  const picture = pictures[at];
  if (!picture) return '';
  const cover = at === 0 ? ', the cover' : '';
  return `${picture.FileName} is picture ${at + 1} of ${pictures.length}${cover}.`;
}

const kinds = ['image/png', 'image/jpeg', 'image/webp', 'image/bmp', 'image/x-ms-bmp', 'image/x-bmp', ''];

/** What can be told from the browser's word for a file before it is read. */
export const kindProblem = (type: string): string | null =>
  kinds.includes(type.toLowerCase()) ? null : removedBecause(wrongKind);

/** The connection or the moment was at fault, not the picture: it may be sent again. */
export const mayTryAgain = ({ status }: ProblemBody): boolean =>
  status === 0 || status === 401 || status === 429 || status >= 500;

/** A reason without the name of the file, which stands beside it. */
export const withoutName = (detail: string, fileName: string): string =>
  detail.startsWith(`${fileName}: `) ? detail.slice(fileName.length + 2) : detail;
