import { createHmac } from 'node:crypto';
import type { Services } from '#platform/context.ts';

type Needs = Pick<Services, 'limits' | 'secrets'>;

/** Who is guessing at whom. `account` is the same text for a person whichever name they are called by. */
export interface Try {
  /** 'id 17' for an account that exists, 'name …' for one that does not: both are counted alike */
  account: string;
  /** the client's address */
  address: string;
}

/** An address as the table may know it: without the key of this installation nobody reads it back. */
export const addressKey = ({ secrets }: Pick<Services, 'secrets'>, address: string) =>
  createHmac('sha256', secrets.address).update(address).digest('base64url').slice(0, 22);

function keys(ctx: Needs, attempt: Try) {
  const account = addressKey(ctx, `account ${attempt.account}`);
  const address = addressKey(ctx, attempt.address);
  return { account, address, pair: `${account}${address}` };
}

/** Counts a try before it is judged, so that many at once cannot slip through; throws a Problem 429. */
export async function countLoginTry(ctx: Needs, attempt: Try): Promise<void> {
  const { account, address, pair } = keys(ctx, attempt);
  await ctx.limits.consume('login-address', address);
  await ctx.limits.consume('login-pair', pair);
  await ctx.limits.consume('login-account', account);
}

/** A right password proves good will towards this account, but not towards the others tried from that place. */
export async function forgetLoginTries(ctx: Needs, attempt: Try): Promise<void> {
  const { account, pair } = keys(ctx, attempt);
  await ctx.limits.reset('login-pair', pair);
  await ctx.limits.reset('login-account', account);
}
