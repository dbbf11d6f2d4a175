import { z } from 'zod';

const largestId = 2_147_483_647;

/** A number in an address or a form that names a row. */
export const pathId = z
  .string('must be sent once')
  .regex(/^[1-9]\d{0,9}$/, 'must be a whole number above 0')
  .transform(Number)
  .refine((id) => id <= largestId, `must be at most ${largestId}`);
