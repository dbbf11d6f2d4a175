import { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { localPath } from '#platform/http/address.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { json } from '#platform/http/send.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import * as forms from '../../forms.ts';
import { formEndpoint } from '../../server/form-endpoint.ts';
import { changePassword, login, logout, logoutEverywhere, register } from './actions.ts';
import { confirmIdentity } from './confirm-identity.ts';
import { secondStep, secondStepOptions } from './second-step-actions.ts';
import { type Outcome, present } from './start-session.ts';

interface Onward {
  returnTo?: string | undefined;
  popup?: string | undefined;
}

const wayFields = (way: Onward) =>
  new URLSearchParams(
    Object.entries(way).filter(([name, value]) => value && /^(returnTo|popup)$/.test(name)),
  );

const shown = ({ answer, setCookies }: Outcome) => ({ value: answer, setCookies });

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
const inWindow = { 'cross-origin-opener-policy': 'same-origin-allow-popups' };

const registerEndpoint = formEndpoint({
  touches: 'edition',
  headers: inWindow,
  input: forms.RegisterForm,
  run: register,
  answer: shown,
  next: onward,
  page: again(routes.register()),
});

const loginEndpoint = formEndpoint({
  touches: 'edition',
  alwaysFor: 'signing in and out',
  headers: inWindow,
  input: forms.LoginForm,
  run: login,
  answer: shown,
  next: (form, _, outcome) => onwardByStep(form, outcome),
  page: again(routes.login()),
});

const secondStepEndpoint = formEndpoint({
  touches: 'edition',
  alwaysFor: 'signing in and out',
  headers: inWindow,
  input: forms.SecondStepForm,
  run: secondStep,
  answer: shown,
  next: (form, _, outcome) => onwardByStep(form, outcome),
  page: again(routes.secondStep()),
});

/** Clears pages and lists that the browser stored during the session. The theme is a cookie and stays. */
const forget = { 'clear-site-data': '"cache", "storage"' };

const logoutEndpoint = formEndpoint({
  touches: 'edition',
  alwaysFor: 'signing in and out',
  input: z.object({}),
  run: logout,
  answer: shown,
  headers: forget,
  next: () => routes.home(),
});

const logoutEverywhereEndpoint = formEndpoint({
  touches: 'account',
  alwaysFor: 'signing in and out',
  input: z.object({}),
  run: logoutEverywhere,
  answer: shown,
  headers: forget,
  next: () => routes.home(),
});

const againEndpoint = formEndpoint({
  touches: 'edition',
  alwaysFor: 'signing in and out',
  input: forms.AgainForm,
  run: confirmIdentity,
  answer: shown,
  next: ({ returnTo = routes.account() }, _, outcome) => onwardByStep({ returnTo }, outcome),
  page: again(routes.accountAgain()),
});

const changePasswordEndpoint = formEndpoint({
  touches: 'account',
  alwaysFor: 'the safety of the account',
  input: forms.PasswordForm,
  run: changePassword,
  answer: shown,
  next: () => routes.account('password'),
  page: routes.accountPassword(),
});

/** Registering, signing in and out. */
export const signInRoutes: RouteTable = {
  [post(routes.register)]: registerEndpoint,
  [post(routes.login)]: loginEndpoint,
  [post(routes.secondStep)]: secondStepEndpoint,
  [post(routes.secondStepOptions)]: formEndpoint({
    touches: 'edition',
    alwaysFor: 'signing in and out',
    input: z.object({}),
    run: secondStepOptions,
    answer: (value) => ({ value, setCookies: [] }),
    next: () => routes.secondStep(),
  }),
  [post(routes.logout)]: logoutEndpoint,
  [post(routes.logoutEverywhere)]: logoutEverywhereEndpoint,
  [post(routes.accountAgain)]: againEndpoint,
  [post(routes.accountPassword)]: changePasswordEndpoint,
};
