import { mostFieldNameCharacters } from '#platform/http/form-body.ts';
import type { FormLimits } from '#platform/http/multipart.ts';
import { pictureLimits } from '../../pictures.ts';

const mebibyte = 1024 * 1024;

/**
 * The limits of everything that is uploaded. How many forms, files, pictures and bytes an account may send within an
 * hour is in platform/rate-limits.ts.
 */
export const uploadBounds = {
  trackFileBytes: mebibyte,
  pictureFileBytes: pictureLimits.fileBytes,
  /** tracks in one form; their indexes may be larger, but not longer than four digits */
  entries: 200,
  largestIndex: 9999,
  fieldNameCharacters: mostFieldNameCharacters,
  /**
   * Bytes of the forms of one account that arrive at the same time, in one process: what it can occupy of the temporary
   * folder. A page of ours sends up to three tracks and two pictures at once.
   */
  arrivingBytes: 512 * mebibyte,
} as const;

const texts = { fieldBytes: 64 * 1024, textBytes: 4 * mebibyte };

/** A form with any number of tracks and their pictures. Files too large for themselves pass by unsaved. */
export const tracksForm: FormLimits = {
  ...texts,
  files: uploadBounds.entries,
  fileBytes: uploadBounds.pictureFileBytes,
  // 200 tracks with 50 fields each
  fields: 10_000,
  formBytes: 256 * mebibyte,
};

/** A form with one track or picture. */
export const oneFileForm: FormLimits = {
  ...texts,
  files: 1,
  fileBytes: uploadBounds.pictureFileBytes,
  fields: 100,
  // more than its file may have, so that a file that is a little too large is named
  formBytes: 48 * mebibyte,
};
