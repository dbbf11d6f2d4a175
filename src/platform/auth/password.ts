import type { Ctx } from '#platform/context.ts';
import { senderOf } from '#platform/lanes/sender.ts';
import { visitor } from '#platform/viewer.ts';
import { directHasher } from './hashing/hasher.ts';
import { isCommon, isMadeOfContext, type PasswordContext } from './weak-password.ts';

type Needs = Pick<Ctx, 'hasher' | 'client' | 'viewer'>;

/** For commands and the demo, which hash one password when nothing else runs. */
export const inCommands: Needs = { hasher: directHasher, client: null, viewer: visitor };

/** Hash of a random, unstored value at the same cost: an unknown name takes as long as a known one. */
const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$Uwh++/AexEVLRBWith69WA$yMelEvZU1p8HCGpXhGyM3F5woNiZXJu50aA6Ykdzir4';

/** In code points of the normalised password. */
export const passwordLength = { min: 8, max: 200 } as const;

interface Measured {
  /** normalised, so that passwords typed on a phone and on a keyboard are equal */
  readonly text: string;
  readonly length: number;
}

/** Normalises first, then measures: NFKC turns some letters into up to 18. Used for both setting and verifying. */
function measured(password: string): Measured {
  const text = password.normalize('NFKC');
  return { text, length: Array.from(text).length };
}

/** The hash to store. */
export const hashPassword = (ctx: Needs, password: string): Promise<string> =>
  ctx.hasher.hash(senderOf(ctx), measured(password).text);

/**
 * Whether the password is correct. Without a stored hash (some accounts have a placeholder and no password), or with a
 * password that is too long to have been set, the result is false after the same work.
 */
export async function verifyPassword(ctx: Needs, stored: string | null, password: string): Promise<boolean> {
  const { text, length } = measured(password);
  const isPossible = stored?.startsWith('$argon2') === true && length <= passwordLength.max;
  const [hash, compared] = isPossible ? [stored, text] : [dummyHash, ''];
  const right = await ctx.hasher.verify(senderOf(ctx), hash, compared);
  return isPossible && right;
}

/** Why this password cannot be set, as a sentence; null if it can. */
export async function passwordProblem(password: string, context: PasswordContext): Promise<string | null> {
  const { text, length } = measured(password);
  if (length < passwordLength.min) {
    return `The password needs at least ${passwordLength.min} characters.`;
  }
  if (length > passwordLength.max) {
    return `The password can have at most ${passwordLength.max} characters.`;
  }
  const plain = text.trim().toLowerCase();
  if (new Set(plain).size < 3) return 'The password needs at least three different characters.';
  if (isMadeOfContext(text, context)) {
    return 'The password must be more than your name, your email address and words of this site.';
  }
  if (await isCommon(text)) return 'This password is among the most common ones: choose another.';
  return null;
}
