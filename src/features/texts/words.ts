import { parseMessage } from '#lib/bbcode/parse.ts';
import { type MessageNode, walk } from '#lib/bbcode/tree.ts';
import { decomposed } from '#lib/codes/text.ts';
import { skeleton } from '#lib/confusables/skeleton.ts';
import { foldLetters } from '#lib/game-text/fold.ts';
import { stripGameText } from '#lib/game-text/parse.ts';
import { type SoughtWord, WordFinder } from './word-finder.ts';

/**
 * The words of a list that a text contains, each once, in the order of the list. A word is found as a whole word only, whatever
 * its letter case, with `$` codes and BB-code within it, and written with letters or digits that look like its own. An asterisk
 * at its end matches any further letters: `idiot*` finds "idiots". The time depends on the length of the text, not of the list.
 */
export function badWordsIn(text: string, words: readonly string[]): readonly string[] {
  if (words.length === 0) return [];
  const written = readable(lettersOf(text));
  const found = new Set<number>();
  for (const reading of new Set([written, stripGameText(written)]))
    for (const { key, finder } of findersOf(words)) finder.addFound(key(reading), found);
  return [...new Set(words.filter((_, place) => found.has(place)))];
}

/** The finders of a list, one for each way to read a text. The list of an edition stays the same object until it is changed. */
function findersOf(words: readonly string[]) {
  const known = finders.get(words);
  if (known) return known;
  const made = keys.map((key) => ({
    key,
    finder: new WordFinder(words.map((word) => soughtWord(word, key))),
  }));
  finders.set(words, made);
  return made;
}

const finders = new WeakMap<
  readonly string[],
  readonly { readonly key: (text: string) => string; readonly finder: WordFinder }[]
>();

function soughtWord(word: string, key: (text: string) => string): SoughtWord {
  const plain = word.trim().replace(/\*$/, '').trim();
  return { letters: key(plain), isBeginning: word.trim().endsWith('*') };
}

/** The longest texts have 20,000 letters, of which those of living languages decompose into at most three. */
const maxDecomposedLength = 60_000;
const step = 1000;

/**
 * The part of a text in which words are looked for: everything, unless its letters are decomposed into far more than it has. One
 * character may decompose into 18 letters.
 */
function readable(text: string): string {
  let length = 0;
  for (let at = 0; at < text.length; at += step) {
    length += decomposed(text.slice(at, at + step)).length;
    if (length > maxDecomposedLength) return text.slice(0, at);
  }
  return text;
}

/** Everything that readers see of a text, also in spoilers and code, without the tags. */
export function lettersOf(text: string): string {
  let letters = '';
  walk(parseMessage(text), {
    enter: (node) => {
      letters += visibleIn(node);
    },
    leave: (node) => {
      if (breaks.has(node.kind)) letters += '\n';
    },
  });
  return letters;
}

const breaks: ReadonlySet<MessageNode['kind']> = new Set(['quote', 'list', 'item', 'align', 'spoiler']);

function visibleIn(node: MessageNode): string {
  if (node.kind === 'text' || node.kind === 'code') return node.text;
  if (node.kind === 'spoiler') return `\n${node.title ?? ''}\n`;
  return breaks.has(node.kind) || node.kind === 'rule' || node.kind === 'smiley' ? '\n' : '';
}

/**
 * Ways to read a text. Capitals and small letters resemble different letters, so that look-alikes are replaced before and after the
 * case is folded; the table for names knows small letters that resemble Latin capitals.
 */
const keys: readonly ((text: string) => string)[] = [
  foldLetters,
  (text) => coarse(skeleton(text.toLowerCase())),
  (text) => coarse(skeleton(text)),
];

/** I, l and 1 have the same skeleton; so that "1" also finds "i", both count as one letter here. */
const coarse = (text: string): string =>
  text.toLowerCase().replaceAll('i', 'l').replace(/\s+/g, ' ').normalize('NFC');
