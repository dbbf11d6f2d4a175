import { z } from 'zod';
import { casePage, queueFilters } from '#features/cases/forms.ts';
import { maxReasonLength } from '#features/modlog/model.ts';
import { cleanMessage } from '#lib/bbcode/typed.ts';
import { rowIdIn } from '#lib/codes/ids.ts';
import { no, type Verdict, yes } from '#lib/rules/verdict.ts';
import { pathId } from '#lib/wire/z.ts';
import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import type { Viewer } from '#platform/viewer.ts';
import { post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { isSubjectKind, type SubjectKind } from '../../subjects.ts';
import { reasonOf } from '../templates.ts';
import { findAct, mayAct, type RequestedAct, runAct } from './perform.ts';
import { mayUndo, runUndo, undoSubject } from './undo.ts';

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
const ActForm = z
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
const UndoForm = z
  .object({ site: siteCode, actId: pathId, Reason: reason })
  .transform(({ Reason, ...act }) => ({ ...act, reason: Reason }));

/** Roles are read on the edition of the subject, not on that of the request. */
const isSignedIn = ({ accountId }: Viewer): Verdict => (accountId === null ? no('Sign in first.') : yes);

const act = action({
  touches: 'named edition',
  whileReadOnly: 'allowed',
  input: ActForm,
  role: isSignedIn,
  subject: findAct,
  allow: (_, found) => mayAct(found),
  run: (_, found, requested) => runAct(found, requested),
  // the page of the case, the record of the person, or the log
  form: (form) => {
    const page = casePage(form);
    if (page !== null) return page;
    const id = form.get('kind') === 'user' ? rowIdIn(form.get('id')) : null;
    const site = form.get('site')?.slice(0, 20) ?? '';
    return id === null ? routes.modlog() : routes.moderationPerson(encodeURIComponent(site), id);
  },
  // the queue once the case is settled, otherwise the page of the case; without a case, back to where it was done
  next: ({ Site, CaseId, Settled }, { back = '' }) => {
    if (CaseId === null) return null;
    return Settled ? routes.moderation(back, `${Site}-${CaseId}`) : routes.moderationCase(Site, CaseId, back);
  },
});

const undo = action({
  touches: 'named edition',
  whileReadOnly: 'allowed',
  input: UndoForm,
  role: isSignedIn,
  subject: undoSubject,
  allow: (_, found) => mayUndo(found),
  run: (_, found, requested) => runUndo(found, requested),
  // the log, with the act whose undoing was refused
  form: (form) => {
    const site = form.get('site')?.slice(0, 20) ?? '';
    const actId = rowIdIn(form.get('actId'));
    return actId === null ? routes.modlog() : routes.modlogAct(site, actId);
  },
});

/** Moderator actions on any edition where they have a role. */
export const actRoutes: RouteTable = {
  [post(routes.moderationAct)]: act,
  [post(routes.moderationUndo)]: undo,
};
