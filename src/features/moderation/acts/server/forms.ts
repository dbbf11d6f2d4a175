import { z } from 'zod';
import { queueFilters } from '#features/cases/forms.ts';
import { maxReasonLength } from '#features/modlog/model.ts';
import { cleanMessage } from '#lib/bbcode/typed.ts';
import { rowIdIn } from '#lib/codes/ids.ts';
import { pathId } from '#lib/wire/path-id.ts';
import { isSubjectKind, type SubjectKind } from '../../subjects.ts';
import { reasonOf } from '../templates.ts';
import type { RequestedAct } from './perform.ts';

const siteCode = z.string('must be sent once').max(20, 'is too long');
const reason = z
  .string('must be sent once')
  .transform(cleanMessage)
  .refine((text) => text.length <= maxReasonLength, `has more than ${maxReasonLength} characters`)
  .default('');

const caseId = z
  .string('must be sent once')
  .optional()
  .transform((text, issue) => {
    if (!text) return null;
    const id = rowIdIn(text);
    if (id === null) issue.addIssue({ code: 'custom', message: 'must be the number of a case' });
    return id;
  });

/** POST /moderation/act: what it is about, the reason, and the fields of the act. */
export const ActForm = z
  .looseObject({
    site: siteCode,
    kind: z
      .string('must be sent once')
      .refine(isSubjectKind, 'must be a kind of subject')
      .transform((kind) => kind as SubjectKind), // as checked
    id: pathId,
    act: z.string('must be sent once').max(40, 'is too long'),
    Template: z.string('must be sent once').max(40, 'is too long').default(''),
    Reason: reason,
    case: caseId,
    settle: z.literal('1').optional(),
    back: queueFilters,
  })
  .transform(
    ({ site, kind, id, act, Template, Reason, case: ofCase, settle, back, ...fields }): RequestedAct => ({
      site,
      kind,
      id,
      act,
      reason: reasonOf(Template, Reason),
      caseId: ofCase,
      settle: settle === '1' && ofCase !== null,
      back,
      fields,
    }),
  );

/** POST /moderation/undo */
export const UndoForm = z
  .object({ site: siteCode, actId: pathId, Reason: reason })
  .transform(({ Reason, ...act }) => ({ ...act, reason: Reason }));
