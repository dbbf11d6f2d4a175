import { parseMessage } from '#lib/bbcode/parse.ts';
import type { ReferenceNames } from '#lib/bbcode/references.ts';
import { splitSmileys } from '#lib/bbcode/smileys.ts';
import { type LinePiece, messageText } from '#lib/bbcode/text.ts';

/** A part of an excerpt: text with its smileys, or a searched word. */
export type ExcerptPart = { readonly pieces: readonly LinePiece[] } | { readonly hit: string };

const before = 80;
const longest = 280;

/** The words of a query as they are searched: without operators, each once. */
const wordsIn = (query: string): string[] => {
  const wanted = query.toLowerCase().match(/(?<![\p{L}\p{N}-])-?[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(wanted.filter((word) => !word.startsWith('-') && word !== 'or'))];
};

/** The part of a message around the first searched word, as one line; searched words are marked, spoilers stay hidden. */
export function excerpt(source: string, query: string, names: ReferenceNames): ExcerptPart[] {
  const plain = messageText(parseMessage(source), names).replace(/\s+/g, ' ');
  const words = wordsIn(query);
  if (words.length === 0) return [{ pieces: piecesOf(cut(plain, 0)) }];
  const hits = new RegExp(`(?<![\\p{L}\\p{N}])(${words.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  const first = plain.search(hits);
  const shown = cut(plain, Math.max(0, first - before));
  return shown
    .split(hits)
    .map((text, index) => (index % 2 === 1 ? { hit: text } : { pieces: piecesOf(text) }))
    .filter((part) => 'hit' in part || part.pieces.length > 0);
}

const piecesOf = (text: string): LinePiece[] =>
  splitSmileys(text).flatMap(({ before, code, stem }) => [
    ...(before === '' ? [] : [before]),
    ...(code === null ? [] : [{ kind: 'smiley', code, stem } as const]),
  ]);

/** Up to `longest` characters from the beginning of a word. */
function cut(text: string, from: number): string {
  const start = from === 0 ? 0 : text.indexOf(' ', from) + 1;
  const end = start + longest;
  return `${start > 0 ? '… ' : ''}${text.slice(start, end).toWellFormed()}${end < text.length ? '…' : ''}`;
}
