import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import * as forms from '../../forms.ts';
import { alwaysFor, anyone, mayChangeAccount } from '../../server/policy.ts';
import { cookiesOf } from '../../sign-in/server/start-session.ts';
import { prepareNewAddress, requestNewAddress } from './mail-address.ts';
import {
  confirmAddress,
  countForgotten,
  countResent,
  forgot,
  prepareReset,
  resendConfirmation,
  reset,
} from './mailed-links.ts';

const forgotEndpoint = action({
  touches: 'account',
  ...alwaysFor('the safety of the account'),
  input: forms.ForgotForm,
  allow: anyone,
  prepare: countForgotten,
  run: forgot,
  next: () => routes.forgotPassword('sent'),
  form: routes.forgotPassword(),
});

const resetEndpoint = action({
  touches: 'account',
  ...alwaysFor('the safety of the account'),
  input: forms.ResetForm,
  allow: anyone,
  prepare: prepareReset,
  run: reset,
  answer: () => ({}),
  headers: (done) => cookiesOf(done),
  next: () => `${routes.login()}?done=reset`,
  form: (form) => routes.resetPassword(form.get('Token')?.slice(0, 100) ?? ''),
});

const confirmEndpoint = action({
  touches: 'account',
  ...alwaysFor('the safety of the account'),
  input: forms.ConfirmForm,
  allow: anyone,
  run: confirmAddress,
  next: () => `${routes.accountConfirm()}?done=1`,
  form: (form) => routes.accountConfirm(form.get('Token')?.slice(0, 100) ?? ''),
});

const resendEndpoint = action({
  touches: 'account',
  ...alwaysFor('the safety of the account'),
  input: forms.ResendForm,
  allow: mayChangeAccount,
  prepare: countResent,
  run: resendConfirmation,
  next: (_, { From, ...way }) =>
    From ? routes.welcome(`?${new URLSearchParams({ ...way, done: 'resent' })}`) : routes.account('resent'),
  form: routes.account(),
});

/** Links that are mailed, and the change of one's own mail address. */
export const emailRoutes: RouteTable = {
  [post(routes.forgotPassword)]: forgotEndpoint,
  [post(routes.resetPassword)]: resetEndpoint,
  [post(routes.accountConfirm)]: confirmEndpoint,
  [post(routes.accountResend)]: resendEndpoint,
  [post(routes.accountEmail)]: action({
    touches: 'account',
    ...alwaysFor('the safety of the account'),
    input: forms.EmailForm,
    allow: mayChangeAccount,
    prepare: prepareNewAddress,
    run: requestNewAddress,
    next: () => routes.account('email'),
    form: routes.accountEmail(),
  }),
};
