import { stripGameText } from './parse.ts';

/**
 * Letters drawn like plain ones, after case is gone: `look-alikes` then the plain letter. Where the capital and the
 * small letter resemble different ones (Η/η, Ν/ν), the shape that names use most decides, since a search key cannot
 * depend on case. Digits and signs for letters (1337) stay as they are: "3" must not find "e".
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
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
]);

/**
 * The search key of a game name: `$` codes stripped, then folded. Both the stored key and the asked text must go
 * through a fold; plain text typed by a reader goes through `foldLetters`, where a `$` is only a dollar.
 */
export function foldForSearch(name: string): string {
  return foldLetters(stripGameText(name));
}

/**
 * Folds width, case, accents and look-alike letters to plain ASCII where there is one; other letters stay. Invisible
 * characters go, space collapses. The same on every machine (no locale), and folding twice changes nothing.
 */
export function foldLetters(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]|(?!\s)\p{Cc}/gu, '')
    .replace(/[^\0-\x7f]/gu, (letter) => PLAIN_LETTERS.get(letter) ?? letter)
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC');
}
