import { firstInLine, partOfLine, readLine } from '#lib/bbcode/line.ts';
import type { ReferenceNames } from '#lib/bbcode/references.ts';
import type { LinePiece } from '#lib/bbcode/text.ts';

/** A part of an excerpt: text with its smileys, or a searched word. */
export type ExcerptPart = { readonly pieces: readonly LinePiece[] } | { readonly hit: string };

/** Characters before the first searched word, and of the whole excerpt. */
const before = 80;
const longest = 280;
/** Characters of the stored line that are read for an excerpt: marks take more than they show. */
export const excerptLength = 2 * longest;
/** More words are searched, but not marked. */
const maxWords = 10;

/** The words of a query as they are searched: without operators, each once. */
const wordsIn = (query: string): string[] => {
  const wanted = query.toLowerCase().match(/(?<![\p{L}\p{N}-])-?[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(wanted.filter((word) => !word.startsWith('-') && word !== 'or'))].slice(0, maxWords);
};

/** Null if the query has no words. */
function hitsOf(query: string): RegExp | null {
  const words = wordsIn(query);
  return words.length === 0
    ? null
    : new RegExp(`(?<![\\p{L}\\p{N}])(${words.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
}

/** The part of a post's stored line around the first searched word; it begins with `…` unless the line does. */
export function excerptPart(line: string, query: string): string {
  const hits = hitsOf(query);
  const from = hits ? Math.max(0, firstInLine(line, hits) - before) : 0;
  return `${from > 0 ? '… ' : ''}${partOfLine(line, from, excerptLength)}`;
}

/** The part of a stored line with its searched words marked. */
export function excerpt(line: string, query: string, names: ReferenceNames): ExcerptPart[] {
  const hits = hitsOf(query);
  const pieces = readLine(line, longest, names);
  if (!hits) return pieces.length > 0 ? [{ pieces }] : [];
  const parts: ({ pieces: LinePiece[] } | { hit: string })[] = [];
  const add = (piece: LinePiece) => {
    const last = parts.at(-1);
    if (last && 'pieces' in last) last.pieces.push(piece);
    else parts.push({ pieces: [piece] });
  };
  for (const piece of pieces) {
    if (typeof piece !== 'string') add(piece);
    else
      for (const [index, text] of piece.split(hits).entries()) {
        if (index % 2 === 1) parts.push({ hit: text });
        else if (text !== '') add(text);
      }
  }
  return parts;
}
