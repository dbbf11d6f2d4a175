import { z } from 'zod';
import { action } from '#platform/http/action.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { post } from '#routes/path.ts';
import { routes } from '#routes/routes.ts';
import * as forms from '../../forms.ts';
import { alwaysFor, mayChangeAccount, mayChangeAfterProof } from '../../server/policy.ts';
import {
  addPasskey,
  confirmApp,
  newRecoveryCodes,
  passkeyOptions,
  proveApp,
  removeFactor,
  startApp,
  verifyPasskey,
} from './factor-actions.ts';

const nothing = z.object({});
const afterProof = mayChangeAfterProof(routes.accountFactors());
const codes = ({ recoveryCodes }: { recoveryCodes: string[] }) => ({
  RecoveryCodes: recoveryCodes,
});
const codesOnce = ({ recoveryCodes }: { recoveryCodes: string[] }) => ({
  path: routes.recoveryCodes(),
  secrets: recoveryCodes,
});

/** The second step of sign-ins: authenticator app, passkeys and recovery codes. */
export const factorRoutes: RouteTable = {
  [post(routes.accountAppStart)]: action({
    touches: 'account',
    ...alwaysFor('the safety of the account'),
    input: nothing,
    allow: afterProof,
    run: startApp,
    next: () => routes.accountApp(),
    form: routes.accountFactors(),
  }),
  [post(routes.accountApp)]: action({
    touches: 'account',
    ...alwaysFor('the safety of the account'),
    input: forms.AppForm,
    allow: mayChangeAccount,
    prepare: proveApp,
    run: confirmApp,
    answer: codes,
    once: codesOnce,
    next: () => routes.accountFactors(),
    form: routes.accountApp(),
  }),
  [post(routes.passkeyOptions)]: action({
    touches: 'account',
    ...alwaysFor('the safety of the account'),
    input: nothing,
    allow: afterProof,
    run: passkeyOptions,
    next: () => routes.accountFactors(),
  }),
  [post(routes.accountPasskeys)]: action({
    touches: 'account',
    ...alwaysFor('the safety of the account'),
    input: forms.PasskeyForm,
    allow: afterProof,
    prepare: verifyPasskey,
    run: addPasskey,
    answer: codes,
    once: codesOnce,
    next: () => routes.accountFactors('passkey'),
    form: routes.accountFactors(),
  }),
  [post(routes.factorRemove)]: action({
    touches: 'account',
    ...alwaysFor('the safety of the account'),
    input: forms.FactorForm,
    allow: afterProof,
    run: removeFactor,
    next: () => routes.accountFactors('removed'),
    form: routes.accountFactors(),
  }),
  [post(routes.recoveryCodes)]: action({
    touches: 'account',
    ...alwaysFor('the safety of the account'),
    input: nothing,
    allow: afterProof,
    run: newRecoveryCodes,
    answer: codes,
    once: codesOnce,
    next: () => routes.accountFactors(),
    form: routes.accountFactors(),
  }),
};
