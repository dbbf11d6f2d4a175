import { maxFieldNameCharacters } from '#platform/http/form-body.ts';
import type { FormLimits } from '#platform/http/multipart.ts';

const mebibyte = 1024 * 1024;

/**
 * The limits of every form with files. How many forms, files and bytes an account may send within an hour is in
 * platform/rate-limits.ts.
 */
export const formBounds = {
  /** entries in one form; their indexes may be larger, but have at most four digits */
  entries: 200,
  largestIndex: 9999,
  fieldNameCharacters: maxFieldNameCharacters,
  /**
   * Bytes of concurrent forms of one account in one process, which limits its use of the temporary folder. Our pages send up to
   * three files and two pictures concurrently.
   */
  concurrentBytes: 512 * mebibyte,
  /** of one form */
  formBytes: 256 * mebibyte,
  /** of one field, and of all fields of a form */
  fieldBytes: 64 * 1024,
  textBytes: 4 * mebibyte,
} as const;

/**
 * The limits of a form with one file. The whole form may be larger than the file, so that a file that is slightly too large gets its own
 * message.
 */
export const formWithOneFile = (
  fileBytes: number,
  { fields, textBytes }: Pick<FormLimits, 'fields' | 'textBytes'>,
): FormLimits => ({
  files: 1,
  fileBytes,
  fields,
  fieldBytes: formBounds.fieldBytes,
  textBytes,
  formBytes: fileBytes + 16 * mebibyte,
});
