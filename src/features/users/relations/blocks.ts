import { z } from 'zod';
import { pathId } from '#lib/wire/z.ts';

/** How many users one user may block. */
export const maxBlocked = 1000;
/** Blocked players on a page of their list. */
export const blockedOnPage = 40;

/** PUT /blockuser/{userId}: the requested state, so that a repeated press changes nothing. */
export const BlockForm = z.object({
  userId: pathId,
  Block: z.enum(['true', 'false'], 'must be true or false').transform((text) => text === 'true'),
});
export type Blocking = z.output<typeof BlockForm>;
