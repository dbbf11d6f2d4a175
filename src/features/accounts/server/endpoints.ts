import { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { cameFrom } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { json } from '#platform/http/send.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { routes } from '#routes.ts';
import * as forms from '../forms.ts';
import { localPath } from '../model.ts';
import { changePassword, login, logout, logoutEverywhere, register } from './actions.ts';
import { type Outcome, present } from './arrival.ts';
import { formEndpoint } from './form-endpoint.ts';
import { confirmAddress, forgot, resendConfirmation, reset } from './recovery.ts';
import { uiModeAnswer } from './ui-mode.ts';

const shown = ({ answer, setCookies }: Outcome) => ({ value: answer, setCookies });

/** In the popup the last page closes the window; elsewhere the person goes on to where they wanted. */
const onward = ({ returnTo, popup }: { returnTo?: string; popup?: string }) =>
  popup ? routes.signedIn() : (localPath(returnTo) ?? routes.home());

/** The page of a refused form keeps the way it was on. */
const again = (path: string) => (form: URLSearchParams) => {
  const way = new URLSearchParams();
  for (const name of ['returnTo', 'popup']) {
    const value = form.get(name);
    if (value) way.set(name, value.slice(0, 2000));
  }
  return way.size > 0 ? `${path}?${way}` : path;
};

/** What waits for the sender, as counted by the features that know: `{ Notices: 3 }`. */
export type Counters = Readonly<Record<string, (ctx: Ctx) => Promise<number>>>;

/** Who is asking, with the token of their forms. */
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

const registerEndpoint = formEndpoint({
  input: forms.RegisterForm,
  run: register,
  answer: shown,
  next: onward,
  page: again(routes.register()),
});

const loginEndpoint = formEndpoint({
  input: forms.LoginForm,
  run: login,
  answer: shown,
  next: onward,
  page: again(routes.login()),
});

const logoutEndpoint = formEndpoint({
  input: z.object({}),
  run: logout,
  answer: shown,
  next: () => routes.home(),
});

const logoutEverywhereEndpoint = formEndpoint({
  input: z.object({}),
  run: logoutEverywhere,
  answer: shown,
  next: () => routes.home(),
});

const changePasswordEndpoint = formEndpoint({
  input: forms.PasswordForm,
  run: changePassword,
  answer: shown,
  next: () => routes.account('password'),
  page: routes.accountPassword(),
});

const forgotEndpoint = formEndpoint({
  input: forms.ForgotForm,
  run: forgot,
  next: () => routes.forgotPassword('sent'),
  page: routes.forgotPassword(),
});

const resetEndpoint = formEndpoint({
  input: forms.ResetForm,
  run: (ctx, _, input) => reset(ctx, input),
  next: () => `${routes.login()}?done=reset`,
  page: (form) => routes.resetPassword(form.get('Token')?.slice(0, 100) ?? ''),
});

const confirmEndpoint = formEndpoint({
  input: forms.ConfirmForm,
  run: (ctx, _, input) => confirmAddress(ctx, input),
  next: () => `${routes.accountConfirm()}?done=1`,
  page: (form) => routes.accountConfirm(form.get('Token')?.slice(0, 100) ?? ''),
});

const resendEndpoint = formEndpoint({
  input: z.object({}),
  run: resendConfirmation,
  next: () => routes.account('resent'),
  page: routes.account(),
});

const uiModeEndpoint = formEndpoint({
  input: forms.UiModeForm,
  run: uiModeAnswer,
  answer: ({ mode, setCookies }) => ({ value: { UiMode: mode }, setCookies }),
  next: (_, request) => cameFrom(request),
});

/** What accounts answer besides their pages. */
export const accountRoutes: RouteTable = {
  'GET /api/viewer': viewerEndpoint({}),
  'POST /register': registerEndpoint,
  'POST /login': loginEndpoint,
  'POST /logout': logoutEndpoint,
  'POST /account/logouteverywhere': logoutEverywhereEndpoint,
  'POST /account/password': changePasswordEndpoint,
  'POST /account/forgot': forgotEndpoint,
  'POST /account/reset': resetEndpoint,
  'POST /account/confirm': confirmEndpoint,
  'POST /account/resend': resendEndpoint,
  'PUT /toggleui/:mode': uiModeEndpoint,
};
