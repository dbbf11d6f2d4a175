import { largestInteger } from '#lib/codes/ids.ts';
import { z } from './z.ts';

/** Schema of a number in an address or form that names a row. */
export const pathId = z
  .string('must be sent once')
  .regex(/^[1-9]\d{0,9}$/, 'must be a whole number above 0')
  .transform(Number)
  .refine((id) => id <= largestInteger, `must be at most ${largestInteger}`);
