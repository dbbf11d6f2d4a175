import { randomBytes } from 'node:crypto';
import { minuteMs } from '#lib/codes/durations.ts';
import { cookieName, hiddenCookie, type Sender } from '#platform/auth/cookies.ts';
import { passkeyDomain } from '#platform/auth/passkey-domain.ts';
import { hashOf } from '#platform/auth/session-adapter.ts';
import type { Ctx, Services, TxCtx } from '#platform/context.ts';
import { factorsOf } from './factors.ts';
import { countRecoveryCodes } from './recovery-codes.ts';

/** Limits for the second step after a correct password: time and wrong codes. */
export const secondStepMinutes = 5;
export const secondStepTries = 5;

const nameOf = (ctx: Pick<Ctx, 'site'>, secure: boolean) => cookieName('second', ctx.site, secure);

/** Stores that the password was correct: a cookie and a row, which give no access by themselves. */
export async function beginSecondStep(ctx: Ctx, sender: Sender, accountId: number): Promise<string> {
  const id = randomBytes(24).toString('base64url');
  await ctx.db
    .insertInto('second_step')
    .values({
      id_hash: hashOf(id),
      account_id: accountId,
      site: ctx.site.code,
      expires_at: new Date(ctx.clock.now().getTime() + secondStepMinutes * minuteMs),
    })
    .execute();
  return hiddenCookie(nameOf(ctx, sender.secure), id, sender.secure, secondStepMinutes * 60);
}

/** The unfinished sign-in of this browser, on this edition. */
export async function waitingStep(ctx: Pick<Ctx, 'db' | 'clock' | 'site'>, sender: Sender) {
  const id = sender.cookies[nameOf(ctx, sender.secure)];
  if (!id) return undefined;
  return ctx.db
    .selectFrom('second_step')
    .innerJoin('account', 'account.account_id', 'second_step.account_id')
    .where('id_hash', '=', hashOf(id))
    .where('site', '=', ctx.site.code)
    .where('expires_at', '>', ctx.clock.now())
    .where('tries', '<', secondStepTries)
    .select(['id_hash', 'account.account_id', 'account.name', 'account.password_hash', 'tries'])
    .executeTakeFirst();
}

export type WaitingStep = NonNullable<Awaited<ReturnType<typeof waitingStep>>>;

/** Takes one of the attempts; returns how many are left, or null if there was none. Concurrent requests each take their own. */
export async function takeTry({ db }: Pick<Ctx, 'db'>, step: WaitingStep): Promise<number | null> {
  const row = await db
    .updateTable('second_step')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id_hash', '=', step.id_hash)
    .where('tries', '<', secondStepTries)
    .returning('tries')
    .executeTakeFirst();
  return row ? secondStepTries - row.tries : null;
}

/** Uses the unfinished sign-in up; false if a concurrent request was faster. */
export async function spendStep({ db }: TxCtx, step: WaitingStep): Promise<boolean> {
  const gone = await db.deleteFrom('second_step').where('id_hash', '=', step.id_hash).executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

/** Removes the cookie of the unfinished sign-in. */
export const clearStepCookie = (ctx: Pick<Ctx, 'site'>, { secure }: Sender) =>
  hiddenCookie(nameOf(ctx, secure), '', secure, 0);

/** How an account can prove its second step on this edition. */
export interface Ways {
  app: boolean;
  passkey: boolean;
  recovery: boolean;
  /** there are passkeys, but only for other editions */
  passkeyElsewhere: boolean;
}

export async function waysOf(
  ctx: Pick<Ctx, 'db' | 'settings' | 'site'>,
  accountId: number,
  origin: string,
): Promise<Ways> {
  const confirmed = (await factorsOf(ctx, accountId)).filter((factor) => factor.confirmed_at !== null);
  const domain = passkeyDomain(ctx, origin);
  const passkeys = confirmed.filter((factor) => factor.kind === 'passkey');
  const passkey = domain !== null && passkeys.some((factor) => factor.domain === domain);
  return {
    app: confirmed.some((factor) => factor.kind === 'app'),
    passkey,
    recovery: (await countRecoveryCodes(ctx, accountId)) > 0,
    passkeyElsewhere: !passkey && passkeys.length > 0,
  };
}

/** The data of the second step's page: whose sign-in is unfinished in this browser, and how it can continue. */
export async function waitingWays(
  ctx: Ctx,
  cookie: (name: string) => string | undefined,
  origin: string,
): Promise<(Ways & { name: string }) | null> {
  const secure = origin.startsWith('https:');
  const name = nameOf(ctx, secure);
  const step = await waitingStep(ctx, { cookies: { [name]: cookie(name) }, secure });
  return step ? { name: step.name, ...(await waysOf(ctx, step.account_id, origin)) } : null;
}

/** Ends all unfinished sign-ins of an account. */
export const endWaitingSteps = ({ db }: Pick<Services, 'db'>, accountId: number) =>
  db.deleteFrom('second_step').where('account_id', '=', accountId).execute();

/** Removes what has expired. */
export async function sweepSecondSteps({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await db.deleteFrom('second_step').where('expires_at', '<=', clock.now()).execute();
  await db.deleteFrom('passkey_challenge').where('expires_at', '<=', clock.now()).execute();
}
