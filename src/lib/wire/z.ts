import { z } from 'zod';
import { largestInteger } from '#lib/codes/ids.ts';

// In a browser zod would test with its first schema whether it may generate code; the security policy of every page forbids
// that and would report the attempt.
if ('document' in globalThis) z.config({ jitless: true });

/** zod for schemas that browsers use too. */
export { z };

/** Schema of a number in an address or form that names a row. */
export const pathId = z
  .string('must be sent once')
  .regex(/^[1-9]\d{0,9}$/, 'must be a whole number above 0')
  .transform(Number)
  .refine((id) => id <= largestInteger, `must be at most ${largestInteger}`);
