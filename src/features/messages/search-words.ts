import { parseMessage } from '#lib/bbcode/parse.ts';
import { messageText } from '#lib/bbcode/text.ts';
import { foldLetters } from '#lib/game-text/fold.ts';

const maxWordLength = 40;
const maxWords = 2000;
const maxTerms = 8;

/** Letters and digits only, so that a word never equals the entry of a reader. */
const wordsOf = (text: string): string[] => [
  ...new Set(
    foldLetters(text)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== '')
      .map((word) => Array.from(word).slice(0, maxWordLength).join('')),
  ),
];

/**
 * The entry of a reader in the index. The words of a message are indexed together with its readers, so that a search reads the
 * viewer's own matches, however many messages of others contain the words.
 */
const readerEntry = (userId: number) => `@${userId}`;

/** What the index contains of a message: its words, and its readers. */
export const indexed = (texts: readonly string[], readerIds: readonly number[]): string[] => [
  ...wordsOf(texts.map((text) => messageText(parseMessage(text))).join(' ')).slice(0, maxWords),
  ...readerIds.map(readerEntry),
];

/** The entries that a reader's search looks for; null if nothing is searched for. Words of two letters and more match as beginnings. */
export function searchedEntries(typed: string, readerId: number) {
  const words = wordsOf(typed).slice(0, maxTerms);
  if (words.length === 0) return null;
  const isLong = (word: string) => Array.from(word).length > 1;
  return {
    whole: [readerEntry(readerId), ...words.filter((word) => !isLong(word))],
    beginnings: words.filter(isLong),
  };
}
