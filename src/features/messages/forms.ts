import { z } from 'zod';
import { cleanMessage, countCharacters } from '#lib/bbcode/typed.ts';
import { invisibleMistake, shownText, withoutLoneJoiners } from '#lib/game-text/invisible.ts';
import { pathId } from '#lib/wire/z.ts';
import { acceptanceKeys, boxes, maxMembers, subjectLength, textMistake } from './model.ts';

const once = z.string('must be sent once, as text').max(100_000, 'has more than 100000 characters');

const text = once.transform((typed, issue) => {
  const clean = cleanMessage(typed);
  const mistake = textMistake(clean);
  if (mistake) issue.addIssue({ code: 'custom', message: mistake });
  return clean;
});

const subject = once
  .transform((typed) => withoutLoneJoiners(cleanMessage(typed)).replace(/\s+/g, ' ').trim())
  .refine((line) => countCharacters(shownText(line)) >= subjectLength.least, 'enter a subject')
  .refine(
    (line) => countCharacters(line) <= subjectLength.most,
    `has more than ${subjectLength.most} characters`,
  )
  .superRefine((line, issue) => {
    const message = shownText(line) === '' ? null : invisibleMistake('', line);
    if (message) issue.addIssue({ code: 'custom', message });
  });

/** Users by id, as the people picker sends them: `12,34`. */
const ids = once
  .default('')
  .transform((list) => list.split(',').filter((part) => part.trim() !== ''))
  .pipe(z.array(pathId).max(maxMembers * 2, 'too many players'));

/** Users by name, for browsers without scripts: names contain no commas. */
const names = once
  .default('')
  .transform((list) =>
    list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  )
  .pipe(z.array(z.string()).max(maxMembers * 2, 'too many players'));

const people = { To: ids, Names: names };

/** POST /messages/new. `Reason`: of a moderator who writes as such. */
export const StartForm = z.object({
  ...people,
  Subject: subject,
  Text: text,
  Official: z.enum(['true', 'false'], 'must be true or false').default('false'),
  Reason: once.default(''),
});
export type NewConversation = Omit<z.output<typeof StartForm>, 'To' | 'Names'>;

/** POST /messages/{conversationId} */
export const ReplyForm = z.object({ conversationId: pathId, Text: text });
/** POST /messages/{conversationId}/people */
export const PeopleForm = z.object({ conversationId: pathId, ...people });
/** POST /messages/{conversationId}/leave */
export const LeaveForm = z.object({ conversationId: pathId });
/** POST /messages/{conversationId}/read */
export const ReadForm = z.object({
  conversationId: pathId,
  Read: z.enum(['true', 'false'], 'must be true or false').default('true'),
});
/** POST /messages/read */
export const ReadAllForm = z.object({
  Until: z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .optional(),
});

/**
 * PUT /togglepmthreadviewstate/{threadId}: the viewer moves a conversation out of this box. If it is no longer there, nothing
 * changes; without a box, it is moved out of its current one.
 */
export const ViewStateForm = z.object({
  threadId: pathId,
  inboxId: z
    .enum([`${boxes.inbox}`, `${boxes.archive}`], 'must be 0 for the inbox or 1 for the archive')
    .transform(Number)
    .optional(),
});

/** POST /messagedelete/{messageId}. `Reason`: of a moderator. */
export const DeleteForm = z.object({ messageId: pathId, Reason: once.default('') });

/** POST /messages/settings */
export const SettingForm = z.object({
  Accepts: z.enum(acceptanceKeys, `must be ${acceptanceKeys.join(', ')}`),
});
