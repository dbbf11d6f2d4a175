import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { hourSeconds } from '#lib/codes/durations.ts';
import { cookieName, hiddenCookie, type Sender } from '#platform/auth/cookies.ts';
import type { Ctx } from '#platform/context.ts';
import { Problem, signedOut } from '#platform/http/problem.ts';
import { logSecurity, type SecurityFacts } from '#platform/security-log.ts';

type Needs = Pick<Ctx, 'secrets' | 'clock' | 'site'>;

/** Name of the form field; scripts may send the header `tokenHeader` instead. */
export const tokenField = '__RequestVerificationToken';
/** The header in the lower case of node:http. */
export const tokenHeader = 'requestverificationtoken';
/** A form may stay open this long. */
export const tokenHours = 24;

const seedShape = /^[\w-]{22}$/;

function sign(ctx: Needs, issuedAt: string, salt: string, binding: string): Buffer {
  return createHmac('sha256', ctx.secrets.antiForgery)
    .update(['token', ctx.site.code, issuedAt, salt, binding].join('\n'))
    .digest();
}

/**
 * Issues a token bound to an account or to a visitor's seed. The salt makes every token different. The last part says which of
 * the two it is; only the sentence of a refusal relies on it.
 */
function issue(ctx: Needs, kind: 'account' | 'seed', binding: string): string {
  const issuedAt = Math.floor(ctx.clock.now().getTime() / 1000).toString(36);
  const salt = randomBytes(9).toString('base64url');
  return `${issuedAt}.${salt}.${sign(ctx, issuedAt, salt, binding).toString('base64url')}.${kind}`;
}

const byAccount = (accountId: number) => `account ${accountId}`;
const bySeed = (seed: string) => `seed ${seed}`;

function presentedSeed({ site }: Pick<Ctx, 'site'>, sender: Sender): string | null {
  const seed = sender.cookies[cookieName('seed', site, sender.secure)];
  return seed && seedShape.test(seed) ? seed : null;
}

/**
 * Returns the token for the forms of a response. A visitor without a seed gets one: `setCookies` must be sent with it.
 */
export function tokenFor(
  ctx: Needs & Pick<Ctx, 'viewer'>,
  sender: Sender,
): { token: string; setCookies: string[] } {
  const { accountId } = ctx.viewer;
  if (accountId !== null) return { token: accountToken(ctx, accountId), setCookies: [] };
  const seed = presentedSeed(ctx, sender);
  return seed === null
    ? freshVisitorToken(ctx, sender)
    : { token: issue(ctx, 'seed', bySeed(seed)), setCookies: [] };
}

/** Issues a token with a new seed: for a first visit, and for the response that signs a user out. */
export function freshVisitorToken(ctx: Needs, sender: Sender): { token: string; setCookies: string[] } {
  const seed = randomBytes(16).toString('base64url');
  const cookie = hiddenCookie(cookieName('seed', ctx.site, sender.secure), seed, sender.secure);
  return { token: issue(ctx, 'seed', bySeed(seed)), setCookies: [cookie] };
}

/**
 * The token of an account on this edition, in all of its sessions: a form that was opened in one session can be sent in the next.
 */
export const accountToken = (ctx: Needs, accountId: number): string =>
  issue(ctx, 'account', byAccount(accountId));

type Mistake = SecurityFacts['token.refused']['reason'];

/** Sentences for the person who sent the form. None names the field: it is hidden on every page. */
const refusals: Readonly<Record<Mistake, string>> = {
  missing: 'This form was not sent from a page of this site, so nothing was saved. Load the page again.',
  'signed out': signedOut,
  'other session': 'This page is from before you last signed in or out, so nothing was saved. Send it again.',
  'too old': 'This page was open for too long, so nothing was saved. Send it again.',
};

/**
 * Throws a Problem 400 unless one of the tokens was made by this edition for this account (or visitor) and is not too old. The page
 * of an unsent form has two: a visitor's, and the account's, for a sender who signs in before sending it again. Each refusal is a line in the security log.
 */
export function checkToken(
  ctx: Needs & Pick<Ctx, 'viewer' | 'log' | 'client' | 'requestId'>,
  sender: Sender,
  sent: readonly (string | null | undefined)[],
): void {
  const mistakes = sent.slice(0, 2).map((token) => tokenMistake(ctx, sender, token));
  if (mistakes.includes(null)) return;
  const reason = mistakes.at(-1) ?? 'missing';
  logSecurity(ctx, 'token.refused', { reason });
  throw new Problem(400, refusals[reason], {
    field: tokenField,
    ...(reason !== 'missing' && { isUnsent: true }),
  });
}

function tokenMistake(
  ctx: Needs & Pick<Ctx, 'viewer'>,
  sender: Sender,
  sent: string | null | undefined,
): Mistake | null {
  if (!sent) return 'missing';
  const [issuedAt = '', salt = '', signature = '', kind = ''] = sent.split('.');
  const { accountId } = ctx.viewer;
  const seed = accountId === null ? presentedSeed(ctx, sender) : null;
  const binding = accountId !== null ? byAccount(accountId) : seed && bySeed(seed);
  const expected = sign(ctx, issuedAt, salt, binding ?? '');
  const given = Buffer.from(signature, 'base64url');
  const same = given.length === expected.length && timingSafeEqual(given, expected);
  if (!binding || !same) return accountId === null && kind === 'account' ? 'signed out' : 'other session';
  const ageSeconds = ctx.clock.now().getTime() / 1000 - Number.parseInt(issuedAt, 36);
  // accepts tokens of another process whose clock is slightly ahead
  return ageSeconds > tokenHours * hourSeconds || ageSeconds < -300 ? 'too old' : null;
}
