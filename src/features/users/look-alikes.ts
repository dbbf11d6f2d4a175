import { skeleton } from '#lib/confusables/skeleton.ts';
import { foldForSearch } from '#lib/game-text/fold.ts';

/** Letters and digits only, without accents and case, because punctuation and spaces do not distinguish names. */
const bare = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/**
 * The keys by which names are compared: two names with a common key look alike. A capital I looks like a small l, but a small i
 * does not, so names are compared both as written and in lower case; a symbol may be decoration or represent a letter ("|"),
 * so names are compared both with and without symbols.
 */
export function lookAlikeKeys(name: string): string[] {
  const spellings = [name, name.toLowerCase(), foldForSearch(name)];
  const keys = spellings.flatMap((spelling) => [bare(skeleton(spelling)), bare(skeleton(bareOf(spelling)))]);
  const distinct = [...new Set(keys)].filter((key) => key !== '');
  return distinct.length > 0 ? distinct : [name.normalize('NFKC').toLowerCase()];
}

/** Letters and digits as written. */
const bareOf = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}]/gu, '');

const digitsForLetters: Readonly<Record<string, string>> = {
  i: 'l',
  '1': 'l',
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
};

/** Stricter keys, for comparisons with reserved words: digits as letters, and i for l, are also recognised. */
export const strictKeys = (name: string): string[] => [
  ...new Set(
    lookAlikeKeys(name).map((key) => key.replace(/[i0134578]/g, (sign) => digitsForLetters[sign] ?? sign)),
  ),
];

/** The letters and digits of a text as a search compares them: other spellings of a letter count, other letters do not. */
export const plainKey = (text: string): string => bare(foldForSearch(text));
