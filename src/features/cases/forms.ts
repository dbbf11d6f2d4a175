import { z } from 'zod';
import { cleanMessage, countCharacters } from '#lib/bbcode/typed.ts';
import { rowIdIn } from '#lib/codes/ids.ts';
import { pathId } from '#lib/wire/z.ts';
import { routes } from '#routes/routes.ts';
import { caseSteps, maxAnswerLength } from './model.ts';
import { queueText, readQueueFilters } from './queue.ts';

const once = z.string('must be sent once').max(5000, 'is too long');

/** The filters of the queue from which a case was opened; invalid ones are omitted. */
export const queueFilters = once
  .default('')
  .transform((text) => queueText(readQueueFilters(new URLSearchParams(text))));

/** POST /moderation/case */
export const CaseForm = z.object({
  site: once,
  case: pathId,
  Act: z.enum(caseSteps, `must be ${caseSteps.join(', ')}`),
  Answer: once
    .default('')
    .transform(cleanMessage)
    .refine(
      (text) => countCharacters(text) <= maxAnswerLength,
      `has more than ${maxAnswerLength} characters`,
    ),
  back: queueFilters,
});
export type CaseHandling = z.output<typeof CaseForm>;

const name = once
  .transform((text) => cleanMessage(text).replace(/\s+/g, ' '))
  .refine((text) => text !== '', 'give the view a name')
  .refine((text) => countCharacters(text) <= 40, 'has more than 40 characters');

/** POST /moderation/view: saves the filters of the queue under a name, or deletes the view of that name. */
export const ViewForm = z.object({
  Name: name,
  query: queueFilters,
  Act: z.enum(['save', 'delete'], 'must be save or delete').default('save'),
});

/** The page of the case that a form names, to show the form again; null if it names none. */
export function casePage(form: URLSearchParams): string | null {
  const caseId = rowIdIn(form.get('case'));
  const site = form.get('site') ?? '';
  if (caseId === null || !/^[a-z0-9]{1,20}$/.test(site)) return null;
  return routes.moderationCase(site, caseId, form.get('back')?.slice(0, 1000));
}
