import { foldForSearch } from '#lib/game-text/fold.ts';

/** Where a form's mistake is told: null when there is none. */
export type Mistake = string | null;

export const nameLength = { min: 2, max: 30 } as const;
export const emailLength = { max: 254 } as const;

/** A name as kept: composed letters, single spaces. */
export const cleanName = (typed: string) => typed.normalize('NFC').trim().replace(/\s+/gu, ' ');

/**
 * What makes two names the same person: case, accents and look-alike letters are folded, so that nobody passes for
 * another with a Cyrillic "а".
 */
export const nameKey = (name: string) => foldForSearch(name);

// Words that a reader would take for the crew or the site itself.
const reserved = new Set(
  [
    'admin',
    'administrator',
    'moderator',
    'mod',
    'site leader',
    'crew',
    'system',
    'root',
    'paddock',
    'visitor',
  ]
    .concat(['nobody', 'deleted', 'nadeo'])
    .map(nameKey),
);

/** Why this name cannot be taken, as a sentence. `name` is clean already. */
export function nameMistake(name: string): Mistake {
  const length = [...name].length;
  if (length < nameLength.min) return `The name needs at least ${nameLength.min} characters.`;
  if (length > nameLength.max) return `The name can have at most ${nameLength.max} characters.`;
  const strange = /[^\p{L}\p{M}\p{N} _.\-'!~+*=|()[\]]/u.exec(name);
  if (strange)
    return `The name cannot hold "${strange[0]}": use letters, digits, spaces and _ - . ' ! ~ + * = | ( ) [ ].`;
  if (/\p{M}{3}/u.test(name)) return 'The name stacks too many marks on one letter.';
  if ((nameKey(name).match(/[\p{L}\p{N}]/gu) ?? []).length < 2) {
    return 'The name needs at least two letters or digits.';
  }
  return reserved.has(nameKey(name)) ? 'This name is kept for the site itself.' : null;
}

/** What makes two addresses one mailbox. Letters are compared without case, as every large provider does. */
export const emailKey = (email: string) => email.trim().normalize('NFC').toLowerCase();

/** Why this cannot be an e-mail address, as a sentence. Whether it is one, only a mail can tell. */
export function emailMistake(email: string): Mistake {
  if (email.length > emailLength.max)
    return `The e-mail address can have at most ${emailLength.max} characters.`;
  const shape = /^[^\s@"(),:;<>[\]\\]{1,64}@[^\s@"(),:;<>[\]\\.]+(\.[^\s@"(),:;<>[\]\\.]+)+$/u;
  return shape.test(email) ? null : 'The e-mail address is not complete: it looks like name@example.com.';
}

/** Somebody who signs in by address types an @, which no name can hold. */
export const isEmail = (nameOrAddress: string) => nameOrAddress.includes('@');

/** A path on this edition to go on to, or null for anything that could lead elsewhere. */
export function localPath(path: string | null | undefined): string | null {
  if (!path?.startsWith('/') || path.length > 2000 || !URL.canParse(path, 'http://here.invalid')) return null;
  const url = new URL(path, 'http://here.invalid');
  // the parser turns "/\host" and a tab between two slashes into another host, as browsers do
  if (url.origin !== 'http://here.invalid' || url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
}

/** Levels in words, by their number (tmx-rules §4). */
export const levelNames = [
  'Visitor',
  'Basic',
  'Standard',
  'Trusted',
  'Moderator',
  'Site Leader',
  'Administrator',
] as const;
