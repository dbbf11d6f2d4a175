import { isReservedName } from '#features/users/reserved-names.ts';
import { foldForSearch } from '#lib/game-text/fold.ts';
import { invisibleMistake, withoutLoneJoiners } from '#lib/game-text/invisible.ts';
import type { Site } from '#sites/schema.ts';

/** An error in a form, as a sentence; null if there is none. */
export type Mistake = string | null;

export const nameLength = { min: 2, max: 30 } as const;
export const emailLength = { max: 254 } as const;

/** A name as stored: composed letters, single spaces. */
export const cleanName = (typed: string) =>
  withoutLoneJoiners(typed.normalize('NFC')).trim().replace(/\s+/gu, ' ');

/**
 * The key that identifies a name: case, accents and look-alike letters are folded, so that nobody can impersonate another user
 * with a Cyrillic "а".
 */
export const nameKey = (name: string) => foldForSearch(name);

/** The key of an account whose name was taken from it. It begins with a space, as no typed name does. */
export const keyWithoutName = (accountId: number) => ` ${accountId}`;

/** Why this name cannot be used, as a sentence. `name` is already cleaned; `editions`: all of them, whose names are reserved. */
export function nameMistake(
  name: string,
  editions: readonly Pick<Site, 'code' | 'label' | 'name'>[],
): Mistake {
  const length = [...name].length;
  if (length < nameLength.min) return `Use at least ${nameLength.min} characters.`;
  if (length > nameLength.max) return `Use at most ${nameLength.max} characters.`;
  const hidden = invisibleMistake('The name', name);
  if (hidden) return hidden;
  const strange = /[^\p{L}\p{M}\p{N} _.\-'!~+*=|()[\]\u200c\u200d]/u.exec(name);
  if (strange)
    return `The name can’t contain “${strange[0]}”: use letters, digits, spaces and _ - . ' ! ~ + * = | ( ) [ ].`;
  if (/\p{M}{3}/u.test(name)) return 'The name has too many accents on one letter.';
  if ((nameKey(name).match(/[\p{L}\p{N}]/gu) ?? []).length < 2) {
    return 'The name needs at least two letters or digits.';
  }
  return isReservedName(name, editions) ? 'This name is reserved for the site.' : null;
}

/** The key that identifies a mailbox. Case is ignored, as by every large provider. */
export const emailKey = (email: string) => email.trim().normalize('NFC').toLowerCase();

/** The key for counting sign-in attempts by name, in any spelling. */
export const triesByName = (name: string) => `name ${nameKey(cleanName(name))}`;
export const triesByMail = (email: string) => `mail ${emailKey(email)}`;

/** Why this cannot be an email address, as a sentence. Only a mail can prove that it exists. */
export function emailMistake(email: string): Mistake {
  if (email.length > emailLength.max)
    return `Use at most ${emailLength.max} characters for the email address.`;
  if (/\.invalid$/i.test(email)) return 'Email can’t reach an address that ends in ".invalid".';
  const shape =
    /^[^\s\p{Cc}@"(),:;<>[\]\\]{1,64}@[^\s\p{Cc}@"(),:;<>[\]\\.]+(\.[^\s\p{Cc}@"(),:;<>[\]\\.]+)+$/u;
  return shape.test(email) ? null : 'Enter a full email address, like name@example.com.';
}

/** True if a user signs in by address: names cannot contain an @. */
export const isEmail = (nameOrAddress: string) => nameOrAddress.includes('@');

/** Names of the levels, by their number. */
export const levelNames = [
  'Visitor',
  'Basic',
  'Standard',
  'Trusted',
  'Moderator',
  'Site Leader',
  'Administrator',
] as const;

/** The most API tokens of one account, expired ones included. */
export const maxTokens = 10;
export const maxTokenNameLength = 60;
/** How long an API token may be valid, in days; 0: until it is revoked. */
export const tokenDays = [0, 30, 90, 365] as const;
/** An expired token is listed for this long, so that its owner sees why a program stopped. */
export const expiredTokenDays = 30;
