import { z } from 'zod';
import { idIn } from '#lib/codes/ids.ts';
import { commentKinds } from './model.ts';

/** The id in an address; `new` and 0 mean a new text. */
const addressId = z.string().transform((text, issue) => {
  const number = text === 'new' ? 0 : idIn(text);
  if (number === null) issue.addIssue({ code: 'custom', message: 'must be a whole number' });
  return number ?? 0;
});

const optionalId = z
  .string('must be sent once')
  .optional()
  .transform((text, issue) => {
    if (!text) return null;
    const number = idIn(text);
    if (!number) issue.addIssue({ code: 'custom', message: 'must be the number of a comment' });
    return number;
  });

/** The secret of an unlisted track's link, which forms on its page include. */
const key = z
  .string('must be sent once')
  .max(100, 'is too long')
  .optional()
  .transform((text) => text || null);

/** Higher than the limit of any text, so that our own rule can give the reason. */
const text = z.string('must be sent once, as text').max(100_000, 'has more than 100000 characters');

/** POST /commentupdate/{trackId}/{award|comment}/{commentId} */
export const WriteForm = z.object({
  trackId: addressId,
  kind: z.enum(commentKinds, 'must be award or comment'),
  commentId: addressId,
  Comment: text,
  replyTo: optionalId,
  key,
});
export type Written = z.output<typeof WriteForm>;

/** POST /commentdelete/{commentId} */
export const DeleteForm = z.object({ commentId: addressId, Reason: text.optional().default(''), key });
export type Removal = z.output<typeof DeleteForm>;

/** The response to scripts after a write: where the result is shown. */
export interface WriteAnswer {
  /** null: the text waits for a moderator */
  CommentId: number | null;
  HeldTextId: number | null;
  Link: string;
}
