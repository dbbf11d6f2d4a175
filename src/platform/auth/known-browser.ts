import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { dayMs, daySeconds } from '#lib/codes/durations.ts';
import type { Ctx } from '#platform/context.ts';
import { cookieName, hiddenCookie, type Sender } from './cookies.ts';

type Needs = Pick<Ctx, 'secrets' | 'clock' | 'site'>;

/** A browser stays known this long after its last sign-in. */
export const knownDays = 365;
/** Accounts that one browser can be known to; the oldest mark is dropped first. */
export const maxMarks = 5;

const shape = /^([\w-]{12})\.([0-9a-z]{1,6})\.([\w-]{43})$/;
const dayOf = ({ clock }: Pick<Needs, 'clock'>) => Math.floor(clock.now().getTime() / dayMs);

/** What a mark is bound to. It includes the password hash, so that a new password invalidates all older marks. */
interface Owner {
  readonly account_id: number;
  readonly password_hash: string;
}

const sign = ({ secrets, site }: Needs, nonce: string, day: string, owner: Owner): Buffer =>
  createHmac('sha256', secrets.knownBrowser)
    .update(['known', site.code, nonce, day, owner.account_id, owner.password_hash].join('\n'))
    .digest();

const marksOf = ({ site }: Needs, { cookies, secure }: Sender): string[] =>
  (cookies[cookieName('known', site, secure)] ?? '')
    .split('~')
    .slice(0, maxMarks)
    .filter((mark) => shape.test(mark));

/** The nonce of a mark issued for this account on this edition, or null. */
function nonceFor(ctx: Needs, mark: string, owner: Owner): string | null {
  const [, nonce = '', day = '', signature = ''] = shape.exec(mark) ?? [];
  const given = Buffer.from(signature, 'base64url');
  const expected = sign(ctx, nonce, day, owner);
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  return isOurs && dayOf(ctx) - Number.parseInt(day, 36) <= knownDays ? nonce : null;
}

/** The id under which this browser is known to the account; null if it never signed in, or too long ago. */
export function knownTo(ctx: Needs, sender: Sender, owner: Owner): string | null {
  for (const mark of marksOf(ctx, sender)) {
    const nonce = nonceFor(ctx, mark, owner);
    if (nonce !== null) return nonce;
  }
  return null;
}

/** Returns a Set-Cookie header that makes the browser known to the account under a new id. */
export function markBrowser(ctx: Needs, sender: Sender, owner: Owner): string {
  const others = marksOf(ctx, sender).filter((mark) => nonceFor(ctx, mark, owner) === null);
  const nonce = randomBytes(9).toString('base64url');
  const day = dayOf(ctx).toString(36);
  const mark = [nonce, day, sign(ctx, nonce, day, owner).toString('base64url')].join('.');
  const value = [mark, ...others].slice(0, maxMarks).join('~');
  return hiddenCookie(
    cookieName('known', ctx.site, sender.secure),
    value,
    sender.secure,
    knownDays * daySeconds,
  );
}
