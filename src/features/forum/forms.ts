import { pathId, z } from '#lib/wire/z.ts';

/** Higher than the limit of any text, so that our own rule can give the reason. */
const text = z.string('must be sent once, as text').max(100_000, 'has more than 100000 characters');
const reason = text.optional().default('');
/** The code of the edition whose thread this is, if it is another one. */
const on = z
  .string('must be sent once')
  .max(40, 'is too long')
  .optional()
  .transform((code) => code || null);

export const ThreadForm = z.object({ boardId: pathId, Title: text, Text: text });
export const ReplyForm = z.object({ threadId: pathId, Text: text, on });
export const EditForm = z.object({ postId: pathId, Text: text, on });
export const PostForm = z.object({ postId: pathId, Reason: reason, on });
/** An act on a whole thread; for another user's thread, it requires a reason. */
export const ThreadActForm = z.object({ threadId: pathId, Reason: reason, on });
export const MoveForm = z.object({ threadId: pathId, boardId: pathId, Reason: reason, on });
export const MergeForm = z.object({
  threadId: pathId,
  /** the number of the other thread, or its address */
  into: text.transform((typed, issue) => {
    const number = /(?:^\s*#?|\/threadshow\/)(\d{1,10})/.exec(typed)?.[1];
    const parsed = pathId.safeParse(number ?? '');
    if (!parsed.success)
      issue.addIssue({ code: 'custom', message: 'must be the number of a thread or its address' });
    return parsed.data ?? 0;
  }),
  Reason: reason,
  on,
});
export const MarkForm = z.object({
  /** 0: all boards */
  boardId: z
    .string('must be sent once')
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .optional()
    .default('0')
    .transform(Number),
});
