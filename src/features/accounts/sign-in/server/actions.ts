import type { z } from 'zod';
import { knownTo } from '#platform/auth/known-browser.ts';
import { countLoginTry, forgetLoginTries, type Try } from '#platform/auth/login-throttle.ts';
import { hashPassword, passwordProblem, verifyPassword } from '#platform/auth/password.ts';
import { signOut, signOutEverywhere } from '#platform/auth/session.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { assertAllowed, Problem } from '#platform/http/problem.ts';
import { logSecurity } from '#platform/security-log.ts';
import { takesRegistrations } from '#platform/switches/rules.ts';
import { routes } from '#routes/routes.ts';
import type { LoginForm, PasswordForm, RegisterForm } from '../../forms.ts';
import { cleanName, emailMistake, isEmail, nameMistake, triesByMail, triesByName } from '../../model.ts';
import { addMissingKeys } from '../../names/server/older-addresses.ts';
import type { From } from '../../server/form-sender.ts';
import { ownAccountId } from '../../server/policy.ts';
import { proveFactor, provePassword } from '../../server/prove-identity.ts';
import { mustHaveProvedRecently } from '../../server/recent-proof.ts';
import {
  type Account,
  accountByName,
  claimantOfAddress,
  insertAccount,
  ownerOfAddress,
  setPassword,
} from '../../server/repo.ts';
import { proceed } from './second-step-actions.ts';
import { arrive, departed, type Outcome } from './start-session.ts';

const refuse = (field: string, mistake: string | null) => {
  if (mistake) throw new Problem(422, mistake, { field });
};

/**
 * Creates an account and signs it in. A taken name is reported; a taken address is not: the account is created without using
 * the address, and the owner of the address gets a mail.
 */
export async function register(ctx: Ctx, from: From, form: z.output<typeof RegisterForm>): Promise<Outcome> {
  assertAllowed(takesRegistrations(ctx));
  const name = cleanName(form.Name);
  const email = form.Email.trim();
  refuse('Name', nameMistake(name, ctx.sites));
  refuse('Email', emailMistake(email));
  refuse('Password', await passwordProblem(form.Password, { name, email, sites: ctx.sites }));
  await ctx.limits.consume('register', { address: from.address });
  const passwordHash = await hashPassword(ctx, form.Password);
  await addMissingKeys(ctx);
  return inTransaction(ctx, async (tx) => {
    const accountId = await insertAccount(tx, { name, email, passwordHash });
    if (accountId === null) {
      throw new Problem(409, `The name “${name}” is taken, or looks too much like one that is.`, {
        field: 'Name',
      });
    }
    await tx.jobs.add('mail-confirm', { site: ctx.site.code, accountId, origin: from.origin });
    tx.onCommit(async () => logSecurity(ctx, 'register', { accountId }));
    return arrive(tx, from, { account_id: accountId, name });
  });
}

/** The accounts that a sign-in may refer to. For an address always two entries, whether they exist or not. */
async function candidatesFor(ctx: Ctx, nameOrAddress: string): Promise<(Account | undefined)[]> {
  if (!isEmail(nameOrAddress)) return [await accountByName(ctx, cleanName(nameOrAddress))];
  return [await ownerOfAddress(ctx, nameOrAddress), await claimantOfAddress(ctx, nameOrAddress)];
}

/**
 * The id of a browser that is known to every account that the sign-in may refer to, or null. If it were enough to be known to
 * one of two, this would lift the limits for guesses at the other.
 */
function knownToAll(ctx: Ctx, from: From, candidates: readonly (Account | undefined)[]): string | null {
  const ids = candidates.flatMap((candidate) => (candidate ? [knownTo(ctx, from, candidate)] : []));
  return ids.every((id) => id !== null) ? (ids[0] ?? null) : null;
}

/** Counts the attempt; exceeding the limit is also logged in the security log. */
async function counted(ctx: Ctx, attempt: Try): Promise<void> {
  try {
    await countLoginTry(ctx, attempt);
  } catch (error) {
    if (error instanceof Problem) logSecurity(ctx, 'sign-in.throttled', { by: 'password' });
    throw error;
  }
}

/** Signs in by name or address. Unknown and known names get the same response after the same work. */
export async function login(ctx: Ctx, from: From, form: z.output<typeof LoginForm>): Promise<Outcome> {
  const typed = form.Name.trim();
  refuse('Name', typed === '' ? 'Enter your name or your e-mail address.' : null);
  refuse('Password', form.Password === '' ? 'Enter your password.' : null);
  const candidates = await candidatesFor(ctx, typed);
  const account = isEmail(typed) ? triesByMail(typed) : triesByName(typed);
  const attempt = { account, address: from.address, known: knownToAll(ctx, from, candidates) };
  await counted(ctx, attempt);
  const right = await Promise.all(
    candidates.map((candidate) => verifyPassword(ctx, candidate?.password_hash ?? null, form.Password)),
  );
  const person = candidates.find((_, index) => right[index]);
  const knownBrowser = attempt.known !== null;
  if (!person) {
    const accountId = candidates.find((candidate) => candidate)?.account_id ?? null;
    logSecurity(ctx, 'sign-in.refused', { accountId, by: 'password', knownBrowser });
    throw new Problem(401, 'No account has this name and password. Check both and try again.', {
      field: 'Name',
    });
  }
  await forgetLoginTries(ctx, attempt);
  const outcome = await proceed(ctx, from, person);
  if (!outcome.answer.SecondStep) {
    logSecurity(ctx, 'sign-in.ok', { accountId: person.account_id, by: 'password', knownBrowser });
  }
  return outcome;
}

export async function logout(ctx: Ctx, from: From): Promise<Outcome> {
  return leave(ctx, from, { everywhere: false });
}

async function leave(ctx: Ctx, from: From, how: { everywhere: boolean }): Promise<Outcome> {
  const outcome = departed(ctx, from, await signOut(ctx, from));
  if (ctx.viewer.accountId !== null) logSecurity(ctx, 'sign-out', how);
  return outcome;
}

/** Ends all sessions of the account on all editions, including this one. */
export async function logoutEverywhere(ctx: Ctx, from: From): Promise<Outcome> {
  mustHaveProvedRecently(ctx, routes.account());
  await signOutEverywhere(ctx, ownAccountId(ctx));
  return leave(ctx, from, { everywhere: true });
}

/** Changes the password after checking the old one; every session ends and this browser gets a new one. */
export async function changePassword(
  ctx: Ctx,
  from: From,
  form: z.output<typeof PasswordForm>,
): Promise<Outcome> {
  const accountId = ownAccountId(ctx);
  const account = await provePassword(ctx, from, accountId, {
    password: form.OldPassword,
    field: 'OldPassword',
    mistake: 'The old password is incorrect.',
  });
  refuse('Password', await passwordProblem(form.Password, { ...account, sites: ctx.sites }));
  await proveFactor(ctx, accountId, form.Code);
  const passwordHash = await hashPassword(ctx, form.Password);
  return inTransaction(ctx, async (tx) => {
    await setPassword(tx, accountId, passwordHash);
    await signOutEverywhere(tx, accountId);
    tx.onCommit(async () => logSecurity(ctx, 'password.changed', { accountId }));
    await tx.jobs.add('mail-password-changed', { site: ctx.site.code, accountId, origin: from.origin });
    return arrive(tx, from, account, { withFactor: ctx.viewer.session?.hasFactor ?? false });
  });
}
