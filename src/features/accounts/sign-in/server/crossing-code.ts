import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { minuteMs } from '#lib/codes/durations.ts';
import { keyedHash } from '#platform/auth/sealed.ts';
import type { Ctx } from '#platform/context.ts';

/** What a code proves: this session of another edition asked to sign in here. */
export interface Crossing {
  /** the number of that session */
  readonly sessionId: number;
  /** the edition that the code is for */
  readonly to: string;
  /** of the browser that asked, from `challengeOf` */
  readonly challenge: string;
}

type Needs = Pick<Ctx, 'secrets' | 'clock'>;

const lifeMs = minuteMs;

/** A secret that stays in the browser, so that a code works only where it was asked for. */
export const newVerifier = (): string => randomBytes(24).toString('base64url');

/** What may be shown of a verifier. */
export const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url');

const hash = ({ secrets }: Needs, signed: string) => keyedHash(secrets.antiForgery, 'crossing', signed);

/** A code that is valid for a minute. */
export function crossingCode(ctx: Needs, { sessionId, to, challenge }: Crossing): string {
  const until = (ctx.clock.now().getTime() + lifeMs).toString(36);
  const signed = [sessionId, to, challenge, until].join('.');
  return `${signed}.${hash(ctx, signed).toString('base64url')}`;
}

/** What a code proves; null if it is not one of ours, or too old. */
export function readCrossingCode(ctx: Needs, code: string): Crossing | null {
  const [sessionId = '', to = '', challenge = '', until = '', sent = '', ...more] = code.split('.');
  const expected = hash(ctx, [sessionId, to, challenge, until].join('.'));
  const given = Buffer.from(sent, 'base64url');
  const isOurs = more.length === 0 && given.length === expected.length && timingSafeEqual(given, expected);
  if (!isOurs || Number.parseInt(until, 36) <= ctx.clock.now().getTime()) return null;
  return { sessionId: Number(sessionId), to, challenge };
}
