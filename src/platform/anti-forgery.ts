import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { hourSeconds } from '#lib/codes/durations.ts';
import { cookieName, hiddenCookie, presentedSessionId, type Sender } from '#platform/auth/cookies.ts';
import type { Ctx } from '#platform/context.ts';
import { badRequest } from '#platform/http/problem.ts';
import { logSecurity } from '#platform/security-log.ts';

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

/** Issues a token bound to a session or a visitor's seed. The salt makes every token different. */
function issue(ctx: Needs, binding: string): string {
  const issuedAt = Math.floor(ctx.clock.now().getTime() / 1000).toString(36);
  const salt = randomBytes(9).toString('base64url');
  return `${issuedAt}.${salt}.${sign(ctx, issuedAt, salt, binding).toString('base64url')}`;
}

const bySession = (sessionId: string) => `session ${sessionId}`;
const bySeed = (seed: string) => `seed ${seed}`;

function presentedBinding(ctx: Pick<Ctx, 'site' | 'viewer'>, sender: Sender): string | null {
  if (ctx.viewer.accountId !== null) {
    const id = presentedSessionId(ctx.site, sender);
    return id && bySession(id);
  }
  const seed = sender.cookies[cookieName('seed', ctx.site, sender.secure)];
  return seed && seedShape.test(seed) ? bySeed(seed) : null;
}

/**
 * Returns the token for the forms of a response. A visitor without a seed gets one: `setCookies` must be sent with it.
 */
export function tokenFor(
  ctx: Needs & Pick<Ctx, 'viewer'>,
  sender: Sender,
): { token: string; setCookies: string[] } {
  const binding = presentedBinding(ctx, sender);
  return binding ? { token: issue(ctx, binding), setCookies: [] } : freshVisitorToken(ctx, sender);
}

/** Issues a token with a new seed: for a first visit, and for the response that signs a user out. */
export function freshVisitorToken(ctx: Needs, sender: Sender): { token: string; setCookies: string[] } {
  const seed = randomBytes(16).toString('base64url');
  const cookie = hiddenCookie(cookieName('seed', ctx.site, sender.secure), seed, sender.secure);
  return { token: issue(ctx, bySeed(seed)), setCookies: [cookie] };
}

/** The token of a session that begins with this response. */
export const sessionToken = (ctx: Needs, sessionId: string): string => issue(ctx, bySession(sessionId));

const refusals = {
  missing: `The field ${tokenField} is missing.`,
  'other session': `${tokenField} belongs to another session: load the page again.`,
  'too old': `${tokenField} is too old: load the page again.`,
} as const;

/**
 * Throws a Problem 400 unless `sent` was made by this edition for this session (or visitor) and is not too old. Each
 * refusal is a line in the security log.
 */
export function checkToken(
  ctx: Needs & Pick<Ctx, 'viewer' | 'log' | 'client' | 'requestId'>,
  sender: Sender,
  sent: string | null | undefined,
): void {
  const reason = tokenMistake(ctx, sender, sent);
  if (reason === null) return;
  logSecurity(ctx, 'token.refused', { reason });
  throw badRequest(refusals[reason], tokenField);
}

function tokenMistake(
  ctx: Needs & Pick<Ctx, 'viewer'>,
  sender: Sender,
  sent: string | null | undefined,
): keyof typeof refusals | null {
  if (!sent) return 'missing';
  const [issuedAt = '', salt = '', signature = ''] = sent.split('.');
  const binding = presentedBinding(ctx, sender);
  const expected = sign(ctx, issuedAt, salt, binding ?? '');
  const given = Buffer.from(signature, 'base64url');
  const same = given.length === expected.length && timingSafeEqual(given, expected);
  if (!binding || !same) return 'other session';
  const ageSeconds = ctx.clock.now().getTime() / 1000 - Number.parseInt(issuedAt, 36);
  // accepts tokens of another process whose clock is slightly ahead
  return ageSeconds > tokenHours * hourSeconds || ageSeconds < -300 ? 'too old' : null;
}
