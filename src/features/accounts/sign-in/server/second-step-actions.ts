import type { z } from 'zod';
import { knownTo } from '#platform/auth/known-browser.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { logSecurity } from '#platform/security-log.ts';
import { routes } from '#routes/routes.ts';
import type { SecondStepForm } from '../../forms.ts';
import { judgeCode, needsSecondStep } from '../../second-step/server/factors.ts';
import { checkProven, type Holder, optionsToProve } from '../../second-step/server/passkeys.ts';
import {
  beginSecondStep,
  clearStepCookie,
  spendStep,
  takeTry,
  type WaitingStep,
  waitingStep,
  waysOf,
} from '../../second-step/server/second-step.ts';
import type { From } from '../../server/form-sender.ts';
import { arrive, type Outcome, present } from './start-session.ts';

/**
 * Signs in a user whose password was correct: directly, or after the second step if the account has a factor. Until then the
 * browser has no session.
 */
export async function proceed(
  tx: TxCtx,
  from: From,
  account: { account_id: number; name: string },
): Promise<Outcome> {
  if (!(await needsSecondStep(tx, account.account_id))) return arrive(tx, from, account);
  const cookie = await beginSecondStep(tx, from, account.account_id);
  const ways = await waysOf(tx, account.account_id, from.origin);
  const { answer, setCookies } = present(tx, from);
  const secondStep = { Code: ways.app, Passkey: ways.passkey, RecoveryCode: ways.recovery };
  return { answer: { ...answer, SecondStep: secondStep }, setCookies: [...setCookies, cookie] };
}

const ended = () =>
  new Problem(
    401,
    'This sign-in took too long or had too many wrong codes. Start again with your password.',
    {
      link: routes.login(),
    },
  );

async function openStep(ctx: Ctx, from: From): Promise<WaitingStep> {
  const step = await waitingStep(ctx, from);
  if (!step) throw ended();
  return step;
}

const holderOf = (step: WaitingStep): Holder => ({
  accountId: step.account_id,
  place: `step ${step.id_hash}`,
});

/** The options with which the browser proves a passkey for its unfinished sign-in. */
export async function secondStepOptions(tx: TxCtx, _: object, from: From): Promise<object> {
  return optionsToProve(tx, holderOf(await openStep(tx, from)), from.origin);
}

type Proof = 'passkey' | 'code' | 'recovery-code';

interface ProvenStep {
  readonly step: WaitingStep;
  readonly by: Proof;
}

/** Proves the second step with a code of the app, a recovery code or a passkey. */
export async function proveStep(
  ctx: Ctx,
  form: z.output<typeof SecondStepForm>,
  from: From,
): Promise<ProvenStep> {
  const step = await openStep(ctx, from);
  if (form.Code.trim() === '' && form.Passkey === '') {
    throw new Problem(422, 'Enter the code from your app, or a recovery code.', { field: 'Code' });
  }
  return { step, by: await provenBy(ctx, from, step, form) };
}

/** Ends the second step and starts the session. */
export async function secondStep(tx: TxCtx, { step, by }: ProvenStep, from: From): Promise<Outcome> {
  if (!(await spendStep(tx, step))) throw ended();
  const accountId = step.account_id;
  if (by === 'recovery-code') {
    const letter = { site: tx.site.code, accountId, origin: from.origin, event: 'code-used' };
    await tx.jobs.add('mail-security', letter);
  }
  const { answer, setCookies } = await arrive(tx, from, step, { withFactor: true });
  tx.onCommit(async () => {
    if (tx.viewer.accountId === accountId) logSecurity(tx, 'session.reauthenticated', { by });
    else logSecurity(tx, 'sign-in.ok', { accountId, by, knownBrowser: isKnown(tx, from, step) });
  });
  return { answer, setCookies: [...setCookies, clearStepCookie(tx, from)] };
}

const isKnown = (ctx: Ctx, from: From, step: WaitingStep) => knownTo(ctx, from, step) !== null;

/** What proved the second step. A refusal takes one of the attempts and is logged. */
async function provenBy(
  ctx: Ctx,
  from: From,
  step: WaitingStep,
  form: z.output<typeof SecondStepForm>,
): Promise<Proof> {
  const left = await takeTry(ctx, step);
  if (left === null) throw ended();
  try {
    if (form.Passkey === '') return await provenByCode(ctx, step, form.Code, left);
    await checkProven(ctx, holderOf(step), from.origin, form.Passkey);
    return 'passkey';
  } catch (error) {
    const by = form.Passkey === '' ? 'code' : 'passkey';
    const knownBrowser = isKnown(ctx, from, step);
    logSecurity(ctx, 'sign-in.refused', { accountId: step.account_id, by, knownBrowser });
    throw error;
  }
}

async function provenByCode(
  ctx: Ctx,
  step: WaitingStep,
  code: string,
  left: number,
): Promise<'code' | 'recovery-code'> {
  const proven = await judgeCode(ctx, step.account_id, code);
  if (proven !== null) return proven === 'app' ? 'code' : 'recovery-code';
  if (left === 0) throw ended();
  const tries = left === 1 ? 'one more try' : `${left} more tries`;
  throw new Problem(422, `That code is wrong or was already used. You have ${tries}.`, { field: 'Code' });
}
