import type { z } from 'zod';
import { knownTo } from '#platform/auth/known-browser.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
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
  ctx: Ctx,
  from: From,
  account: { account_id: number; name: string },
): Promise<Outcome> {
  if (!(await needsSecondStep(ctx, account.account_id))) {
    return inTransaction(ctx, (tx) => arrive(tx, from, account));
  }
  const cookie = await beginSecondStep(ctx, from, account.account_id);
  const ways = await waysOf(ctx, account.account_id, from.origin);
  const { answer, setCookies } = present(ctx, from);
  const secondStep = { Code: ways.app, Passkey: ways.passkey, RecoveryCode: ways.recovery };
  return { answer: { ...answer, SecondStep: secondStep }, setCookies: [...setCookies, cookie] };
}

const ended = () =>
  new Problem(
    401,
    'This sign-in took too long or had too many wrong codes: start again with your password.',
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
export async function secondStepOptions(ctx: Ctx, from: From): Promise<object> {
  return optionsToProve(ctx, holderOf(await openStep(ctx, from)), from.origin);
}

/** The second step: a code of the app, a recovery code or a passkey. Starts the session. */
export async function secondStep(
  ctx: Ctx,
  from: From,
  form: z.output<typeof SecondStepForm>,
): Promise<Outcome> {
  const step = await openStep(ctx, from);
  if (form.Code.trim() === '' && form.Passkey === '') {
    throw new Problem(422, 'Enter the code from your app, or a recovery code.', { field: 'Code' });
  }
  const by = await provenBy(ctx, from, step, form);
  const outcome = await inTransaction(ctx, async (tx) => {
    if (!(await spendStep(tx, step))) throw ended();
    if (by === 'recovery-code') {
      const letter = {
        site: ctx.site.code,
        accountId: step.account_id,
        origin: from.origin,
        event: 'code-used',
      };
      await tx.jobs.add('mail-security', letter);
    }
    const { answer, setCookies } = await arrive(tx, from, step, { withFactor: true });
    return { answer, setCookies: [...setCookies, clearStepCookie(ctx, from)] };
  });
  if (ctx.viewer.accountId === step.account_id) logSecurity(ctx, 'session.reauthenticated', { by });
  else
    logSecurity(ctx, 'sign-in.ok', {
      accountId: step.account_id,
      by,
      knownBrowser: isKnown(ctx, from, step),
    });
  return outcome;
}

const isKnown = (ctx: Ctx, from: From, step: WaitingStep) => knownTo(ctx, from, step) !== null;

/** What proved the second step. A refusal takes one of the attempts and is logged. */
async function provenBy(
  ctx: Ctx,
  from: From,
  step: WaitingStep,
  form: z.output<typeof SecondStepForm>,
): Promise<'passkey' | 'code' | 'recovery-code'> {
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
  throw new Problem(422, `This code is incorrect or was used before. You have ${tries}.`, { field: 'Code' });
}
