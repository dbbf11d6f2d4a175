import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import type { PersonalData } from '#platform/personal-data.ts';
import { post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { ConfirmForm, LeaveForm } from '../../forms.ts';
import { alwaysFor, anyone } from '../../server/policy.ts';
import { answerOf, cookiesOf } from '../../sign-in/server/start-session.ts';
import { closeOwn, leave, mayLeave, reopenOwn, signInReopened } from './leave.ts';

/** Leaving the site and coming back, which concern what every feature stores. */
export const leavingRoutes = (entries: () => readonly PersonalData[]): RouteTable => ({
  [post(routes.accountDelete)]: action({
    touches: 'account',
    ...alwaysFor('leaving'),
    input: LeaveForm,
    allow: mayLeave,
    prepare: closeOwn(entries),
    run: leave,
    answer: answerOf,
    headers: (outcome) => ({ 'clear-site-data': '"cache", "storage"', ...cookiesOf(outcome) }),
    next: () => routes.accountClosed(),
    form: routes.accountDelete(),
  }),
  [post(routes.accountReopen)]: action({
    touches: 'account',
    ...alwaysFor('leaving'),
    input: ConfirmForm,
    allow: anyone,
    prepare: reopenOwn(entries),
    run: signInReopened,
    answer: answerOf,
    headers: cookiesOf,
    next: () => routes.account('reopened'),
    form: (form) => routes.accountReopen(form.get('Token')?.slice(0, 100) ?? ''),
  }),
});
