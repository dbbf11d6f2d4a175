import { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { action } from '#platform/http/action.ts';
import { localPath } from '#platform/http/address.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { json } from '#platform/http/send.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { takesRegistrations } from '#platform/switches/rules.ts';
import { post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import * as forms from '../../forms.ts';
import { alwaysFor, anyone, mayChangeAccount, mayChangeAfterProof } from '../../server/policy.ts';
import {
  changePassword,
  login,
  logout,
  logoutEverywhere,
  prepareAccount,
  preparePassword,
  provePerson,
  register,
} from './actions.ts';
import { confirmIdentity, proveAgain } from './confirm-identity.ts';
import { crossingRoutes } from './crossing.ts';
import { proveStep, secondStep, secondStepOptions } from './second-step-actions.ts';
import { answerOf, cookiesOf, type Outcome, present } from './start-session.ts';

interface Onward {
  returnTo?: string | undefined;
  popup?: string | undefined;
}

const wayFields = (way: Onward) =>
  new URLSearchParams(
    Object.entries(way).filter(([name, value]) => value && /^(returnTo|popup)$/.test(name)),
  );

/** In the popup the last page closes the window; elsewhere the user continues to the requested page. */
const onward = ({ returnTo, popup }: Onward) =>
  popup ? routes.signedIn() : (localPath(returnTo) ?? routes.home());

/** Continues a sign-in with its second step if there is one, keeping the parameters. */
const onwardByStep = (way: Onward, { answer }: Outcome, done = onward(way)) =>
  answer.Closed?.Link ?? (answer.SecondStep ? again(routes.secondStep())(wayFields(way)) : done);

/** Preserves the parameters on the page of a refused form. */
const again = (path: string) => (form: URLSearchParams) => {
  const way = new URLSearchParams();
  for (const name of ['returnTo', 'popup']) {
    const value = form.get(name);
    if (value) way.set(name, value.slice(0, 2000));
  }
  return way.size > 0 ? `${path}?${way}` : path;
};

/** Counts for the viewer, provided by the features: `{ Notices: 3 }`. */
export type Counters = Readonly<Record<string, (ctx: Ctx) => Promise<number>>>;

/** Returns the viewer, with the token for forms. */
export const viewerEndpoint = (counters: Counters): Endpoint => ({
  async handle(ctx, request) {
    const { answer, setCookies } = present(ctx, request);
    const counts = await Promise.all(
      Object.entries(counters).map(async ([name, count]) => [name, await count(ctx)] as const),
    );
    const value = { ...answer, Waiting: Object.fromEntries(counts) };
    return json(value, 200, setCookies.length > 0 ? { 'set-cookie': setCookies } : {});
  },
});

/** A sign-in may continue in a popup, which would lose its opener without this header. */
const inWindow = (outcome: Outcome) => ({
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  ...cookiesOf(outcome),
});

const registerEndpoint = action({
  touches: 'edition',
  headers: inWindow,
  input: forms.RegisterForm,
  allow: takesRegistrations,
  prepare: prepareAccount,
  run: register,
  answer: answerOf,
  next: (_, form) => again(routes.welcome())(wayFields(form)),
  form: again(routes.register()),
});

const loginEndpoint = action({
  touches: 'edition',
  ...alwaysFor('signing in and out'),
  headers: inWindow,
  input: forms.LoginForm,
  allow: anyone,
  prepare: provePerson,
  run: login,
  answer: answerOf,
  next: (outcome, form) => onwardByStep(form, outcome),
  form: again(routes.login()),
});

const secondStepEndpoint = action({
  touches: 'edition',
  ...alwaysFor('signing in and out'),
  headers: inWindow,
  input: forms.SecondStepForm,
  allow: anyone,
  prepare: proveStep,
  run: secondStep,
  answer: answerOf,
  next: (outcome, form) => onwardByStep(form, outcome),
  form: again(routes.secondStep()),
});

/** Clears pages and lists that the browser stored during the session. The theme is a cookie and stays. */
const forget = (outcome: Outcome) => ({ 'clear-site-data': '"cache", "storage"', ...cookiesOf(outcome) });

const logoutEndpoint = action({
  touches: 'edition',
  ...alwaysFor('signing in and out'),
  input: z.object({}),
  allow: anyone,
  run: logout,
  answer: answerOf,
  headers: forget,
  next: () => routes.home(),
});

const logoutEverywhereEndpoint = action({
  touches: 'account',
  ...alwaysFor('signing in and out'),
  input: z.object({}),
  allow: mayChangeAfterProof(routes.account()),
  run: logoutEverywhere,
  answer: answerOf,
  headers: forget,
  next: () => routes.home(),
});

const againEndpoint = action({
  touches: 'edition',
  ...alwaysFor('signing in and out'),
  input: forms.AgainForm,
  allow: mayChangeAccount,
  prepare: proveAgain,
  run: confirmIdentity,
  answer: answerOf,
  headers: (outcome) => cookiesOf(outcome),
  next: (outcome, { returnTo = routes.account() }) => onwardByStep({ returnTo }, outcome),
  form: again(routes.accountAgain()),
});

const changePasswordEndpoint = action({
  touches: 'account',
  ...alwaysFor('the safety of the account'),
  input: forms.PasswordForm,
  allow: mayChangeAccount,
  prepare: preparePassword,
  run: changePassword,
  answer: answerOf,
  headers: cookiesOf,
  next: () => routes.account('password'),
  form: routes.accountPassword(),
});

/** Registering, signing in and out. */
export const signInRoutes: RouteTable = {
  ...crossingRoutes,
  [post(routes.register)]: registerEndpoint,
  [post(routes.login)]: loginEndpoint,
  [post(routes.secondStep)]: secondStepEndpoint,
  [post(routes.secondStepOptions)]: action({
    touches: 'edition',
    ...alwaysFor('signing in and out'),
    input: z.object({}),
    allow: anyone,
    run: secondStepOptions,
    next: () => routes.secondStep(),
  }),
  [post(routes.logout)]: logoutEndpoint,
  [post(routes.logoutEverywhere)]: logoutEverywhereEndpoint,
  [post(routes.accountAgain)]: againEndpoint,
  [post(routes.accountPassword)]: changePasswordEndpoint,
};
