import { no, type Verdict, yes } from '#lib/rules/verdict.ts';
import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import type { Viewer } from '#platform/viewer.ts';
import { post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import { appealSubject, fileAppeal, mayFileAppeal } from './file-appeal.ts';
import { AppealForm, SettleForm } from './forms.ts';
import { maySettle, settleAppeal, settleSubject } from './settle-appeal.ts';
import { appealOfSuspended } from './suspended.ts';

const isSignedIn = ({ accountId }: Viewer): Verdict => (accountId === null ? no('Sign in first.') : yes);

const appeal = action({
  touches: 'named edition',
  input: AppealForm,
  role: isSignedIn,
  whileMuted: 'allowed',
  subject: appealSubject,
  allow: (_, found) => mayFileAppeal(found),
  run: (_, found, { Text }) => fileAppeal(found, Text),
  next: () => routes.decisions('appealed'),
  form: routes.decisions(),
});

const settle = action({
  touches: 'named edition',
  input: SettleForm,
  role: isSignedIn,
  subject: settleSubject,
  allow: (_, found, { Outcome }) => maySettle(found, Outcome),
  run: (_, found, form) => settleAppeal(found, form),
  next: () => routes.appeals(),
  form: routes.appeals(),
});

/** Filing and deciding appeals. */
export const appealRoutes: RouteTable = {
  [post(routes.decisionAppeal)]: appeal,
  [post(routes.appealSettle)]: settle,
  [post(routes.accountSuspended)]: appealOfSuspended,
};
