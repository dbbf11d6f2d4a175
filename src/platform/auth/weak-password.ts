import type { Site } from '#sites/schema.ts';

/** What an attacker who knows the account and the site would try first. */
export interface PasswordContext {
  readonly name: string;
  readonly email: string;
  /** the editions of this installation */
  readonly sites: readonly Pick<Site, 'code' | 'label' | 'name' | 'host' | 'aliases'>[];
}

const siteWords = ['paddock', 'trackmania', 'tmx', 'exchange', 'nadeo', 'track', 'tracks', 'racing', 'game'];
const plainWords = ['password', 'passwort', 'login', 'welcome', 'admin', 'the'];

/** Shorter parts of names occur in many good passwords. */
const shortestWord = 3;

const partsOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}]+/u);
const lettersOf = (text: string) => partsOf(text).join('');

/** The words of the site and of the user, lower-case letters only. */
function wordsOf({ name, email, sites }: PasswordContext): Set<string> {
  const texts = [
    name,
    email,
    ...sites.flatMap((site) => [site.code, site.label, site.name, site.host, ...site.aliases]),
  ];
  const words = [
    ...texts.flatMap((text) => [lettersOf(text), ...partsOf(text)]),
    ...siteWords,
    ...plainWords,
  ];
  return new Set(words.filter((word) => Array.from(word).length >= shortestWord));
}

/** True if the text consists only of these words, joined together. Linear in the text, without backtracking. */
function consistsOf(text: string, words: ReadonlySet<string>): boolean {
  const reached = new Set([0]);
  for (let at = 0; at < text.length; at++) {
    if (!reached.has(at)) continue;
    for (const word of words) if (text.startsWith(word, at)) reached.add(at + word.length);
  }
  return text.length > 0 && reached.has(text.length);
}

/** True for a password made only of words of user and site, in any case, with any digits and signs. */
export function isMadeOfContext(password: string, context: PasswordContext): boolean {
  return consistsOf(lettersOf(password), wordsOf(context));
}

let common: Promise<ReadonlySet<string>> | undefined;

/** The 49,000 passwords of the list; loaded when the first password is set, because most processes never need it. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return common;
}

/** True for a common password in any case, also with digits and signs after it. */
export async function isCommon(password: string): Promise<boolean> {
  const list = await commonPasswords();
  const plain = password.normalize('NFKC').trim().toLowerCase();
  for (let end = plain.length; end > 0; end--) {
    if (list.has(plain.slice(0, end))) return true;
    if (/\p{L}/u.test(plain.charAt(end - 1))) return false;
  }
  return false;
}
