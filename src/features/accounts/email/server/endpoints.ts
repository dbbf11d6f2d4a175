import { z } from 'zod';
import type { RouteTable } from '#platform/http/router.ts';
import { post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import * as forms from '../../forms.ts';
import { formEndpoint } from '../../server/form-endpoint.ts';
import { requestNewAddress } from './mail-address.ts';
import { confirmAddress, forgot, resendConfirmation, reset } from './mailed-links.ts';

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

/** Links that are mailed, and the change of one's own mail address. */
export const emailRoutes: RouteTable = {
  [post(routes.forgotPassword)]: forgotEndpoint,
  [post(routes.resetPassword)]: resetEndpoint,
  [post(routes.accountConfirm)]: confirmEndpoint,
  [post(routes.accountResend)]: resendEndpoint,
  [post(routes.accountEmail)]: formEndpoint({
    touches: 'account',
    alwaysFor: 'the safety of the account',
    input: forms.EmailForm,
    run: requestNewAddress,
    next: () => routes.account('email'),
    page: routes.accountEmail(),
  }),
};
