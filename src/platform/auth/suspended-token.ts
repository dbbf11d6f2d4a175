import { timingSafeEqual } from 'node:crypto';
import { hourMs } from '#lib/codes/durations.ts';
import type { Ctx } from '#platform/context.ts';
import { keyedHash } from './sealed.ts';

type Needs = Pick<Ctx, 'secrets' | 'site' | 'clock'>;

const hash = ({ secrets, site }: Needs, signed: string) =>
  keyedHash(secrets.antiForgery, 'suspended', `${site.code}\n${signed}`);

/** Proves for an hour that its bearer could sign in to this account if it were not suspended. It opens nothing but its appeal. */
export function suspendedToken(ctx: Needs, accountId: number): string {
  const signed = `${accountId}.${(ctx.clock.now().getTime() + hourMs).toString(36)}`;
  return `${signed}.${hash(ctx, signed).toString('base64url')}`;
}

/** The account of a token; null if it is not one of ours, or too old. */
export function suspendedAccount(ctx: Needs, token: string): number | null {
  const [accountId = '', until = '', sent = '', ...more] = token.split('.');
  const expected = hash(ctx, `${accountId}.${until}`);
  const given = Buffer.from(sent, 'base64url');
  const isOurs = more.length === 0 && given.length === expected.length && timingSafeEqual(given, expected);
  return isOurs && Number.parseInt(until, 36) > ctx.clock.now().getTime() ? Number(accountId) : null;
}
