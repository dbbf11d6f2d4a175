import { casePage } from '#features/cases/forms.ts';
import { rowIdIn } from '#lib/codes/ids.ts';
import { no, type Verdict, yes } from '#lib/rules/verdict.ts';
import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import type { Viewer } from '#platform/viewer.ts';
import { post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { ActForm, UndoForm } from './forms.ts';
import { findAct, mayAct, runAct } from './perform.ts';
import { mayUndo, runUndo, undoSubject } from './undo.ts';

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

/** Acts of moderators on any edition where they have a role. */
export const actRoutes: RouteTable = {
  [post(routes.moderationAct)]: act,
  [post(routes.moderationUndo)]: undo,
};
