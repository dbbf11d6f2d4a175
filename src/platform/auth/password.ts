import { hash, verify } from '@node-rs/argon2';

/** argon2id at the strength OWASP names for one lane: 19 MiB, two passes. About 55 ms on one of the measured cores. */
const cost = { algorithm: 2 /* argon2id */, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Of a random value nobody kept, at the same cost: lets an unknown name take as long as a known one. */
const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$Uwh++/AexEVLRBWith69WA$yMelEvZU1p8HCGpXhGyM3F5woNiZXJu50aA6Ykdzir4';

export const passwordLength = { min: 8, max: 200 } as const;

// One form for letters that can be typed in several ways, so a phone and a keyboard agree.
const typed = (password: string) => password.normalize('NFKC');

/** The hash to store. */
export const hashPassword = (password: string): Promise<string> => hash(typed(password), cost);

/** Whether the password is right. Without a stored hash the answer is no, after the same work. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const right = await verify(stored ?? dummyHash, typed(password).slice(0, passwordLength.max * 4));
  return stored !== null && right;
}

/** Why this password cannot be taken, as a sentence; null when it can. */
export function passwordProblem(password: string, person: { name: string; email: string }): string | null {
  const length = [...password].length;
  if (length < passwordLength.min) {
    return `The password needs at least ${passwordLength.min} characters.`;
  }
  if (length > passwordLength.max) {
    return `The password can have at most ${passwordLength.max} characters.`;
  }
  const plain = typed(password).trim().toLowerCase();
  const own = [person.name, person.email, person.email.split('@')[0] ?? ''].map((word) => word.toLowerCase());
  if (own.includes(plain)) return 'The password must not be your name or e-mail address.';
  if (new Set(plain).size < 3) return 'The password needs at least three different characters.';
  return null;
}
