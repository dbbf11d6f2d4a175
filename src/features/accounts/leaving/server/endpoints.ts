import type { RouteTable } from '#platform/http/router.ts';
import type { PersonalData } from '#platform/personal-data.ts';
import { post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { ConfirmForm, LeaveForm } from '../../forms.ts';
import { formEndpoint } from '../../server/form-endpoint.ts';
import type { Outcome } from '../../sign-in/server/start-session.ts';
import { leave, reopenAndSignIn } from './leave.ts';

const shown = ({ answer, setCookies }: Outcome) => ({ value: answer, setCookies });

/** Leaving the site and coming back, which concern what every feature stores. */
export const leavingRoutes = (entries: () => readonly PersonalData[]): RouteTable => ({
  [post(routes.accountDelete)]: formEndpoint({
    touches: 'account',
    alwaysFor: 'leaving',
    input: LeaveForm,
    run: leave(entries),
    answer: shown,
    headers: { 'clear-site-data': '"cache", "storage"' },
    next: () => routes.accountClosed(),
    page: routes.accountDelete(),
  }),
  [post(routes.accountReopen)]: formEndpoint({
    touches: 'account',
    alwaysFor: 'leaving',
    input: ConfirmForm,
    run: reopenAndSignIn(entries),
    answer: shown,
    next: () => routes.account('reopened'),
    page: (form) => routes.accountReopen(form.get('Token')?.slice(0, 100) ?? ''),
  }),
});
