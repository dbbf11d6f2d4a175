import { z } from 'zod';
import type { RouteTable } from '#platform/http/router.ts';
import { routes } from '#routes/routes.ts';
import { requestNewAddress } from '../email/server/mail-address.ts';
import * as forms from '../forms.ts';
import {
  addPasskey,
  confirmApp,
  newRecoveryCodes,
  passkeyOptions,
  removeFactor,
  startApp,
} from '../second-step/server/factor-actions.ts';
import { secondStepOptions } from '../sign-in/server/second-step-actions.ts';
import { formEndpoint } from './form-endpoint.ts';

const nothing = z.object({});
const asJson = (value: object) => ({ value, setCookies: [] });
const codes = ({ recoveryCodes }: { recoveryCodes: string[] }) => asJson({ RecoveryCodes: recoveryCodes });
const codesOnce = ({ recoveryCodes }: { recoveryCodes: string[] }) => ({
  path: routes.recoveryCodes(),
  secrets: recoveryCodes,
});

/** Second factors and the change of a mail address. */
export const factorRoutes: RouteTable = {
  'POST /account/app/start': formEndpoint({
    touches: 'account',
    alwaysFor: 'the safety of the account',
    input: nothing,
    run: startApp,
    next: () => routes.accountApp(),
    page: routes.accountFactors(),
  }),
  'POST /account/app': formEndpoint({
    touches: 'account',
    alwaysFor: 'the safety of the account',
    input: forms.AppForm,
    run: confirmApp,
    answer: codes,
    once: codesOnce,
    next: () => routes.accountFactors(),
    page: routes.accountApp(),
  }),
  'POST /account/passkeys/options': formEndpoint({
    touches: 'account',
    alwaysFor: 'the safety of the account',
    input: nothing,
    run: passkeyOptions,
    answer: asJson,
    next: () => routes.accountFactors(),
  }),
  'POST /account/passkeys': formEndpoint({
    touches: 'account',
    alwaysFor: 'the safety of the account',
    input: forms.PasskeyForm,
    run: addPasskey,
    answer: codes,
    once: codesOnce,
    next: () => routes.accountFactors('passkey'),
    page: routes.accountFactors(),
  }),
  'POST /account/factors/:factorId/remove': formEndpoint({
    touches: 'account',
    alwaysFor: 'the safety of the account',
    input: forms.FactorForm,
    run: (ctx, from, { factorId }) => removeFactor(ctx, from, factorId),
    next: () => routes.accountFactors('removed'),
    page: routes.accountFactors(),
  }),
  'POST /account/recoverycodes': formEndpoint({
    touches: 'account',
    alwaysFor: 'the safety of the account',
    input: nothing,
    run: newRecoveryCodes,
    answer: codes,
    once: codesOnce,
    next: () => routes.accountFactors(),
    page: routes.accountFactors(),
  }),
  'POST /account/email': formEndpoint({
    touches: 'account',
    alwaysFor: 'the safety of the account',
    input: forms.EmailForm,
    run: requestNewAddress,
    next: () => routes.account('email'),
    page: routes.accountEmail(),
  }),
  'POST /login/second/options': formEndpoint({
    touches: 'edition',
    alwaysFor: 'signing in and out',
    input: nothing,
    run: secondStepOptions,
    answer: asJson,
    next: () => routes.secondStep(),
  }),
};
