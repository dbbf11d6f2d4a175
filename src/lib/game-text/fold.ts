import { decomposed } from '#lib/codes/text.ts';
import { stripGameText } from './parse.ts';

/**
 * Letters that look like plain ones, after case folding: look-alikes followed by the plain letter. Where upper and lower
 * case resemble different letters (Η/η, Ν/ν), the shape that is more common in names decides, because a search key ignores
 * case. Digits and symbols used as letters (1337) are not folded: "3" must not find "e".
 */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: 'аαɑᴀλɐค',
  b: 'вβʙьъ',
  c: 'сᴄɔ',
  d: 'дδԁᴅđð',
  e: 'еεєᴇξэǝ',
  f: 'ƒꜰ',
  g: 'ɡɢ',
  h: 'нһʜħђ',
  i: 'іιɪıเ',
  j: 'јϳᴊ',
  k: 'кκᴋ',
  l: 'ӏʟłɭ',
  m: 'мᴍ',
  n: 'иηɴภпπŋ',
  o: 'оοᴏøθσ',
  p: 'рρᴘ',
  q: 'ԛ',
  r: 'яʀгᴦ',
  s: 'ѕꜱςร',
  t: 'тτᴛŧ',
  u: 'ᴜυμยцʋ',
  v: 'ѵνᴠ',
  w: 'ԝωᴡшщฬ',
  x: 'хχ',
  y: 'уγʏ',
  z: 'ζᴢ',
};

const PLAIN_LETTERS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(LOOK_ALIKES).flatMap(([plain, others]) =>
    Array.from(others, (other) => [other, plain] as const),
  ),
  // phones write these instead of the keys of a keyboard
  ...Object.entries({ "'": '‘’‚‛ʹʼ′', '"': '“”„‟«»″', '-': '‐–—―−' }).flatMap(([plain, others]) =>
    Array.from(others, (other) => [other, plain] as const),
  ),
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
]);

/**
 * The search key of a game name: `$` codes are stripped, then the rest is folded. Stored keys and search terms must both be
 * folded; plain text typed by a user goes through `foldLetters`, where a `$` is only a dollar.
 */
export function foldForSearch(name: string): string {
  return foldLetters(stripGameText(name));
}

/**
 * Folds width, case, accents, look-alike letters, quotation marks and dashes to plain ASCII where possible; other letters stay. Removes invisible
 * characters and collapses spaces. Independent of the locale, and idempotent.
 */
export function foldLetters(text: string): string {
  return decomposed(text)
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]|(?!\s)\p{Cc}/gu, '')
    .replace(/[^\0-\x7f]/gu, (letter) => PLAIN_LETTERS.get(letter) ?? letter)
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC');
}
