import type { z } from 'zod';
import type { Sender } from '#platform/auth/cookies.ts';
import { addressKey, countLoginTry, forgetLoginTries } from '#platform/auth/login-throttle.ts';
import { hashPassword, passwordProblem, verifyPassword } from '#platform/auth/password.ts';
import { signOut, signOutEverywhere } from '#platform/auth/session.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/ctx.ts';
import { Problem } from '#platform/http/problem.ts';
import type { HttpRequest } from '#platform/http/types.ts';
import type { LoginForm, PasswordForm, RegisterForm } from '../forms.ts';
import { cleanName, emailKey, emailMistake, isEmail, nameKey, nameMistake } from '../model.ts';
import { arrive, departed, type Outcome } from './arrival.ts';
import { ownAccountId } from './policy.ts';
import {
  type Account,
  accountById,
  accountByName,
  claimantOfAddress,
  insertAccount,
  ownerOfAddress,
  setPassword,
} from './repo.ts';

/** The request around a form: who sends it, from where, and under which address people see this edition. */
export type From = Sender & Pick<HttpRequest, 'address' | 'origin'>;

const refuse = (field: string, mistake: string | null) => {
  if (mistake) throw new Problem(422, mistake, { field });
};

/**
 * A new account, signed in at once. A taken name is told; a taken address is not: the account is made all the same,
 * cannot use the address, and the address's owner gets a mail.
 */
export async function register(ctx: Ctx, from: From, form: z.output<typeof RegisterForm>): Promise<Outcome> {
  const name = cleanName(form.Name);
  const email = form.Email.trim();
  refuse('Name', nameMistake(name));
  refuse('Email', emailMistake(email));
  refuse('Password', passwordProblem(form.Password, { name, email }));
  await ctx.limits.consume('register', addressKey(ctx, from.address));
  const passwordHash = await hashPassword(form.Password);
  return inTransaction(ctx, async (tx) => {
    const accountId = await insertAccount(tx, { name, email, passwordHash });
    if (accountId === null) {
      throw new Problem(409, `The name "${name}" is taken, or looks too much like one that is.`, {
        field: 'Name',
      });
    }
    tx.onCommit(() => ctx.jobs.add('mail-confirm', { site: ctx.site.code, accountId, origin: from.origin }));
    return arrive(tx, from, { account_id: accountId, name });
  });
}

/** The accounts a sign-in may mean. By address there are two places whether or not anybody stands on them. */
async function meant(ctx: Ctx, nameOrAddress: string): Promise<(Account | undefined)[]> {
  if (!isEmail(nameOrAddress)) return [await accountByName(ctx, cleanName(nameOrAddress))];
  return [await ownerOfAddress(ctx, nameOrAddress), await claimantOfAddress(ctx, nameOrAddress)];
}

/** Signs in by name or address. Unknown and known names get the same answer after the same work. */
export async function login(ctx: Ctx, from: From, form: z.output<typeof LoginForm>): Promise<Outcome> {
  const typed = form.Name.trim();
  refuse('Name', typed === '' ? 'Type your name or your e-mail address.' : null);
  refuse('Password', form.Password === '' ? 'Type your password.' : null);
  const account = isEmail(typed) ? `mail ${emailKey(typed)}` : `name ${nameKey(cleanName(typed))}`;
  const attempt = { account, address: from.address };
  await countLoginTry(ctx, attempt);
  const candidates = await meant(ctx, typed);
  const right = await Promise.all(
    candidates.map((candidate) => verifyPassword(candidate?.password_hash ?? null, form.Password)),
  );
  const person = candidates.find((_, index) => right[index]);
  if (!person) {
    throw new Problem(401, 'No account has this name and password. Check both and try again.', {
      field: 'Name',
    });
  }
  await forgetLoginTries(ctx, attempt);
  return inTransaction(ctx, (tx) => arrive(tx, from, person));
}

export async function logout(ctx: Ctx, from: From): Promise<Outcome> {
  return departed(ctx, from, await signOut(ctx, from));
}

/** Ends the account's sessions on all editions, this one included. */
export async function logoutEverywhere(ctx: Ctx, from: From): Promise<Outcome> {
  await signOutEverywhere(ctx, ownAccountId(ctx));
  return logout(ctx, from);
}

/** Changes the password, asking the old one; every session ends and this browser gets a new one. */
export async function changePassword(
  ctx: Ctx,
  from: From,
  form: z.output<typeof PasswordForm>,
): Promise<Outcome> {
  const accountId = ownAccountId(ctx);
  const attempt = { account: `change ${accountId}`, address: from.address };
  await countLoginTry(ctx, attempt);
  const account = await accountById(ctx, accountId);
  if (!account || !(await verifyPassword(account.password_hash, form.OldPassword))) {
    throw new Problem(422, 'The old password is not right.', { field: 'OldPassword' });
  }
  refuse('Password', passwordProblem(form.Password, account));
  await forgetLoginTries(ctx, attempt);
  const passwordHash = await hashPassword(form.Password);
  return inTransaction(ctx, async (tx) => {
    await setPassword(tx, accountId, passwordHash);
    await signOutEverywhere(tx, accountId);
    tx.onCommit(() =>
      ctx.jobs.add('mail-password-changed', { site: ctx.site.code, accountId, origin: from.origin }),
    );
    return arrive(tx, from, account);
  });
}
