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
  /** tracks in one form; their indexes may be larger, but have at most four digits */
  entries: 200,
  largestIndex: 9999,
  fieldNameCharacters: mostFieldNameCharacters,
  /**
   * Bytes of concurrent forms of one account in one process, which limits its use of the temporary folder. Our pages send up to
   * three tracks and two pictures concurrently.
   */
  arrivingBytes: 512 * mebibyte,
} as const;

const texts = { fieldBytes: 64 * 1024, textBytes: 4 * mebibyte };

/** A form with any number of tracks and their pictures. Files that are too large are skipped without being stored. */
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
  // more than the limit of its file, so that a file that is slightly too large gets its own message
  formBytes: 48 * mebibyte,
};
