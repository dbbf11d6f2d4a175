import type { FormLimits } from '#platform/http/multipart.ts';
import { formBounds } from '#platform/uploads/bounds.ts';
import { pictureLimits } from '../../pictures/pictures.ts';

const mebibyte = 1024 * 1024;

/** The limits of uploaded tracks and their pictures, in addition to those of every form. */
export const uploadBounds = {
  ...formBounds,
  trackFileBytes: mebibyte,
  pictureFileBytes: pictureLimits.fileBytes,
} as const;

const { fieldBytes, textBytes, formBytes } = formBounds;

/** A form with any number of tracks and their pictures. Files that are too large are skipped without being stored. */
export const tracksForm: FormLimits = {
  fieldBytes,
  textBytes,
  files: uploadBounds.entries,
  fileBytes: uploadBounds.pictureFileBytes,
  // 200 tracks with 50 fields each
  fields: 10_000,
  formBytes,
};

/** A form with one track or picture. */
export const oneFileForm: FormLimits = {
  fieldBytes,
  textBytes,
  files: 1,
  fileBytes: uploadBounds.pictureFileBytes,
  fields: 100,
  // more than the limit of its file, so that a file that is slightly too large gets its own message
  formBytes: 48 * mebibyte,
};
