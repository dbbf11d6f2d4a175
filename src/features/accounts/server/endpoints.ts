import { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { cameFrom, localPath } from '#platform/http/address.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { json } from '#platform/http/send.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { routes } from '#routes/routes.ts';
import { confirmAddress, forgot, resendConfirmation, reset } from '../email/server/mailed-links.ts';
import * as forms from '../forms.ts';
import { nameRoutes } from '../names/server/endpoints.ts';
import { endOtherSessions, endSession } from '../sessions/server/sessions.ts';
import { changePassword, login, logout, logoutEverywhere, register } from '../sign-in/server/actions.ts';
import { confirmIdentity } from '../sign-in/server/confirm-identity.ts';
import { secondStep } from '../sign-in/server/second-step-actions.ts';
import { type Outcome, present } from '../sign-in/server/start-session.ts';
import { tokenRoutes } from '../tokens/server/endpoints.ts';
import { factorRoutes } from './factor-endpoints.ts';
import { formEndpoint } from './form-endpoint.ts';
import { uiModeAnswer } from './ui-mode.ts';

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

const endSessionEndpoint = formEndpoint({
  touches: 'account',
  alwaysFor: 'the safety of the account',
  input: forms.SessionForm,
  run: (ctx, _, { sessionId }) => endSession(ctx, sessionId),
  next: () => routes.account('session'),
  page: routes.account(),
});

const logoutElsewhereEndpoint = formEndpoint({
  touches: 'account',
  alwaysFor: 'the safety of the account',
  input: z.object({}),
  run: endOtherSessions,
  next: () => routes.account('sessions'),
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

const forgotEndpoint = formEndpoint({
  touches: 'account',
  alwaysFor: 'the safety of the account',
  input: forms.ForgotForm,
  run: forgot,
  next: () => routes.forgotPassword('sent'),
  page: routes.forgotPassword(),
});

const resetEndpoint = formEndpoint({
  touches: 'account',
  alwaysFor: 'the safety of the account',
  input: forms.ResetForm,
  run: reset,
  answer: ({ setCookies }) => ({ value: {}, setCookies }),
  next: () => `${routes.login()}?done=reset`,
  page: (form) => routes.resetPassword(form.get('Token')?.slice(0, 100) ?? ''),
});

const confirmEndpoint = formEndpoint({
  touches: 'account',
  alwaysFor: 'the safety of the account',
  input: forms.ConfirmForm,
  run: confirmAddress,
  next: () => `${routes.accountConfirm()}?done=1`,
  page: (form) => routes.accountConfirm(form.get('Token')?.slice(0, 100) ?? ''),
});

const resendEndpoint = formEndpoint({
  touches: 'account',
  alwaysFor: 'the safety of the account',
  input: z.object({}),
  run: resendConfirmation,
  next: () => routes.account('resent'),
  page: routes.account(),
});

const uiModeEndpoint = formEndpoint({
  touches: 'edition',
  alwaysFor: 'what only they see',
  input: forms.UiModeForm,
  run: uiModeAnswer,
  answer: ({ mode, setCookies }) => ({ value: { UiMode: mode }, setCookies }),
  next: (_, request, __, ctx) => cameFrom(request, ctx.site),
});

/** The routes of accounts other than pages. */
export const accountRoutes: RouteTable = {
  ...factorRoutes,
  ...tokenRoutes,
  ...nameRoutes,
  'POST /login/second': secondStepEndpoint,
  'GET /api/viewer': viewerEndpoint({}),
  'POST /register': registerEndpoint,
  'POST /login': loginEndpoint,
  'POST /logout': logoutEndpoint,
  'POST /account/logouteverywhere': logoutEverywhereEndpoint,
  'POST /account/logoutelsewhere': logoutElsewhereEndpoint,
  'POST /account/sessions/:sessionId/end': endSessionEndpoint,
  'POST /account/again': againEndpoint,
  'POST /account/password': changePasswordEndpoint,
  'POST /account/forgot': forgotEndpoint,
  'POST /account/reset': resetEndpoint,
  'POST /account/confirm': confirmEndpoint,
  'POST /account/resend': resendEndpoint,
  'PUT /toggleui/:mode': uiModeEndpoint,
};
