import { parseMessage } from '#lib/bbcode/parse.ts';
import { type MessageNode, walk } from '#lib/bbcode/tree.ts';
import { skeleton } from '#lib/confusables/skeleton.ts';
import { foldLetters } from '#lib/game-text/fold.ts';
import { stripGameText } from '#lib/game-text/parse.ts';

/**
 * The words of a list that a text contains, each once, in the order of the list. A word is found as a whole word only, whatever
 * its letter case, with `$` codes and BB-code within it, and written with letters or digits that look like its own. An asterisk
 * at its end matches any further letters: `idiot*` finds "idiots".
 */
export function badWordsIn(text: string, words: readonly string[]): readonly string[] {
  if (words.length === 0) return [];
  const written = lettersOf(text);
  const readings = [...new Set([written, stripGameText(written)])].flatMap((one) =>
    keys.map((key) => ({ key, text: key(one) })),
  );
  return [...new Set(words)].filter((word) => {
    const isBeginning = word.trim().endsWith('*');
    const plain = word.trim().replace(/\*$/, '').trim();
    return plain !== '' && readings.some(({ key, text }) => contains(text, key(plain), isBeginning));
  });
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

function contains(text: string, word: string, isBeginning: boolean): boolean {
  if (word === '') return false;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (isEdge(text, at) && (isBeginning || isEdge(text, at + word.length))) return true;
  }
  return false;
}

/** Whether there is a word boundary at this position. */
const isEdge = (text: string, at: number): boolean =>
  !/[\p{L}\p{N}\p{M}]$/u.test(text.slice(Math.max(0, at - 2), at)) ||
  !/^[\p{L}\p{N}\p{M}]/u.test(text.slice(at, at + 2));
