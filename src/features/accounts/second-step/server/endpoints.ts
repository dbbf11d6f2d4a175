import { z } from 'zod';
import type { RouteTable } from '#platform/http/router.ts';
import { post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import * as forms from '../../forms.ts';
import { formEndpoint } from '../../server/form-endpoint.ts';
import {
  addPasskey,
  confirmApp,
  newRecoveryCodes,
  passkeyOptions,
  removeFactor,
  startApp,
} from './factor-actions.ts';

const nothing = z.object({});
const asJson = (value: object) => ({ value, setCookies: [] });
const codes = ({ recoveryCodes }: { recoveryCodes: string[] }) => asJson({ RecoveryCodes: recoveryCodes });
const codesOnce = ({ recoveryCodes }: { recoveryCodes: string[] }) => ({
  path: routes.recoveryCodes(),
  secrets: recoveryCodes,
});

/** The second step of sign-ins: code app, passkeys and recovery codes. */
export const factorRoutes: RouteTable = {
  [post(routes.accountAppStart)]: formEndpoint({
    touches: 'account',
    alwaysFor: 'the safety of the account',
    input: nothing,
    run: startApp,
    next: () => routes.accountApp(),
    page: routes.accountFactors(),
  }),
  [post(routes.accountApp)]: formEndpoint({
    touches: 'account',
    alwaysFor: 'the safety of the account',
    input: forms.AppForm,
    run: confirmApp,
    answer: codes,
    once: codesOnce,
    next: () => routes.accountFactors(),
    page: routes.accountApp(),
  }),
  [post(routes.passkeyOptions)]: formEndpoint({
    touches: 'account',
    alwaysFor: 'the safety of the account',
    input: nothing,
    run: passkeyOptions,
    answer: asJson,
    next: () => routes.accountFactors(),
  }),
  [post(routes.accountPasskeys)]: formEndpoint({
    touches: 'account',
    alwaysFor: 'the safety of the account',
    input: forms.PasskeyForm,
    run: addPasskey,
    answer: codes,
    once: codesOnce,
    next: () => routes.accountFactors('passkey'),
    page: routes.accountFactors(),
  }),
  [post(routes.factorRemove)]: formEndpoint({
    touches: 'account',
    alwaysFor: 'the safety of the account',
    input: forms.FactorForm,
    run: (ctx, from, { factorId }) => removeFactor(ctx, from, factorId),
    next: () => routes.accountFactors('removed'),
    page: routes.accountFactors(),
  }),
  [post(routes.recoveryCodes)]: formEndpoint({
    touches: 'account',
    alwaysFor: 'the safety of the account',
    input: nothing,
    run: newRecoveryCodes,
    answer: codes,
    once: codesOnce,
    next: () => routes.accountFactors(),
    page: routes.accountFactors(),
  }),
};
