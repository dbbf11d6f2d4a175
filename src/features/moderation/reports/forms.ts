import { z } from 'zod';
import { cleanMessage, countCharacters } from '#lib/bbcode/typed.ts';
import { rowIdIn } from '#lib/codes/ids.ts';
import { kindOf, kindsOf, type SubjectRef } from '../subjects.ts';
import { reasonKeys, reasonsFor, reportText } from './reasons.ts';

const once = z.string('must be sent once, as text').max(100_000, 'has more than 100000 characters');

/** The subject of the form, as in its address. */
const about = {
  reportType: once.refine((text) => kindOf(text, null) !== null, 'must be a number from 1 to 10'),
  subjectId: once.default('0'),
  of: once.optional(),
  /** the edition of a thread on a board that all editions share; missing: this one */
  on: once
    .max(20)
    .optional()
    .transform((text) => text || null),
};

function readSubject(
  form: { reportType: string; subjectId: string; of?: string | undefined },
  issue: z.core.$RefinementCtx,
): SubjectRef {
  const kind = kindOf(form.reportType, form.of ?? null);
  if (!kind)
    issue.addIssue({
      code: 'custom',
      path: ['of'],
      message: `must be ${kindsOf(form.reportType).join(' or ')}`,
    });
  if (!kind || kind === 'other') return { kind: 'other', id: 0 };
  const id = rowIdIn(form.subjectId);
  if (id === null)
    issue.addIssue({ code: 'custom', path: ['subjectId'], message: 'must be the number of something' });
  return { kind, id: id ?? 0 };
}

const key = once
  .max(100, 'is too long')
  .optional()
  .transform((text) => text || null);

/** GET /postcreate */
export const ReportAddress = z
  .object({ ...about, key })
  .transform((form, issue) => ({ subject: readSubject(form, issue), key: form.key, on: form.on }));

/** POST /postcreate */
export const ReportForm = z
  .object({
    ...about,
    key,
    Reason: z.enum(reasonKeys, 'choose one of the reasons'),
    Text: once
      .transform(cleanMessage)
      .refine((text) => countCharacters(text) >= reportText.least, {
        message: `tell us a little more: at least ${reportText.least} characters`,
      })
      .refine((text) => countCharacters(text) <= reportText.most, {
        message: `has more than ${reportText.most} characters`,
      }),
  })
  .transform(({ key, on, Reason, Text, ...form }, issue) => {
    const subject = readSubject(form, issue);
    if (!reasonsFor[subject.kind].includes(Reason))
      issue.addIssue({ code: 'custom', path: ['Reason'], message: 'choose one of the reasons' });
    return { subject, key, on, reason: Reason, text: Text };
  });
export type NewReport = z.output<typeof ReportForm>;
