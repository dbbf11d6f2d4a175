import type { z } from 'zod';
import { knownTo } from '#platform/auth/known-browser.ts';
import { countLoginTry, forgetLoginTries, type Try } from '#platform/auth/login-throttle.ts';
import { hashPassword, passwordProblem, verifyPassword } from '#platform/auth/password.ts';
import { signOut, signOutEverywhere } from '#platform/auth/session.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { logSecurity } from '#platform/security-log.ts';
import type { LoginForm, PasswordForm, RegisterForm } from '../../forms.ts';
import { cleanName, emailMistake, isEmail, nameMistake, triesByMail, triesByName } from '../../model.ts';
import { addMissingKeys } from '../../names/server/older-addresses.ts';
import type { From } from '../../server/form-sender.ts';
import { ownAccountId } from '../../server/policy.ts';
import { proveFactor, provePassword } from '../../server/prove-identity.ts';
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

interface NewAccount {
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
}

/** Checks what was typed and hashes the password. */
export async function prepareAccount(
  ctx: Ctx,
  form: z.output<typeof RegisterForm>,
  from: From,
): Promise<NewAccount> {
  const name = cleanName(form.Name);
  const email = form.Email.trim();
  refuse('Name', nameMistake(name, ctx.sites));
  refuse('Email', emailMistake(email));
  refuse('Password', await passwordProblem(form.Password, { name, email, sites: ctx.sites }));
  await ctx.limits.consume('register', { address: from.address });
  const passwordHash = await hashPassword(ctx, form.Password);
  await addMissingKeys(ctx);
  return { name, email, passwordHash };
}

/**
 * Creates an account and signs it in. A taken name is reported; a taken address is not: the account is created without using
 * the address, and the owner of the address gets a mail.
 */
export async function register(tx: TxCtx, account: NewAccount, from: From): Promise<Outcome> {
  const { name } = account;
  const accountId = await insertAccount(tx, account);
  if (accountId === null) {
    throw new Problem(409, `The name “${name}” is taken, or too similar to one that is.`, {
      field: 'Name',
    });
  }
  await tx.jobs.add('mail-confirm', { site: tx.site.code, accountId, origin: from.origin });
  tx.onCommit(async () => logSecurity(tx, 'register', { accountId }));
  return arrive(tx, from, { account_id: accountId, name });
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

interface ProvenPerson {
  readonly person: Account;
  readonly knownBrowser: boolean;
}

/** Finds the account by name or address and password. Unknown and known names get the same response after the same work. */
export async function provePerson(
  ctx: Ctx,
  form: z.output<typeof LoginForm>,
  from: From,
): Promise<ProvenPerson> {
  const typed = form.Name.trim();
  refuse('Name', typed === '' ? 'Enter your name or email address.' : null);
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
  return { person, knownBrowser };
}

/** Signs in who proved the password, or begins the second step. */
export async function login(tx: TxCtx, { person, knownBrowser }: ProvenPerson, from: From): Promise<Outcome> {
  const outcome = await proceed(tx, from, person);
  if (!outcome.answer.SecondStep) {
    const facts = { accountId: person.account_id, by: 'password', knownBrowser } as const;
    tx.onCommit(async () => logSecurity(tx, 'sign-in.ok', facts));
  }
  return outcome;
}

export const logout = (tx: TxCtx, _: object, from: From): Promise<Outcome> =>
  leave(tx, from, { everywhere: false });

async function leave(tx: TxCtx, from: From, how: { everywhere: boolean }): Promise<Outcome> {
  const outcome = departed(tx, from, await signOut(tx, from));
  if (tx.viewer.accountId !== null) tx.onCommit(async () => logSecurity(tx, 'sign-out', how));
  return outcome;
}

/** Ends all sessions of the account on all editions, including this one. */
export async function logoutEverywhere(tx: TxCtx, _: object, from: From): Promise<Outcome> {
  await signOutEverywhere(tx, ownAccountId(tx));
  return leave(tx, from, { everywhere: true });
}

interface NewPassword {
  readonly account: Account;
  readonly passwordHash: string;
}

/** Checks the old password and hashes the new one. */
export async function preparePassword(
  ctx: Ctx,
  form: z.output<typeof PasswordForm>,
  from: From,
): Promise<NewPassword> {
  const accountId = ownAccountId(ctx);
  const account = await provePassword(ctx, from, accountId, {
    password: form.OldPassword,
    field: 'OldPassword',
    mistake: 'Your current password is wrong.',
  });
  refuse('Password', await passwordProblem(form.Password, { ...account, sites: ctx.sites }));
  await proveFactor(ctx, accountId, form.Code);
  return { account, passwordHash: await hashPassword(ctx, form.Password) };
}

/** Changes the password; every session ends and this browser gets a new one. */
export async function changePassword(
  tx: TxCtx,
  { account, passwordHash }: NewPassword,
  from: From,
): Promise<Outcome> {
  const accountId = account.account_id;
  await setPassword(tx, accountId, passwordHash);
  await signOutEverywhere(tx, accountId);
  tx.onCommit(async () => logSecurity(tx, 'password.changed', { accountId }));
  await tx.jobs.add('mail-password-changed', { site: tx.site.code, accountId, origin: from.origin });
  return arrive(tx, from, account, { withFactor: tx.viewer.session?.hasFactor ?? false });
}
