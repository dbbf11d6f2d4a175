import { type ParseOptions, parseMessage } from './parse.ts';
import { type ReferenceIds, type ReferenceNames, referenceKinds, referenceLabel } from './references.ts';
import { splitSmileys } from './smileys.ts';
import { type LinePiece, piecesOf } from './text.ts';
import type { Reference } from './tree.ts';

/** Enclose a smiley or a reference in a stored line. Messages contain no control characters. */
const OPEN = '\u0001';
const CLOSE = '\u0002';
const MARK = new RegExp(`${OPEN}([^${OPEN}${CLOSE}]*)${CLOSE}`, 'g');

/**
 * A message as it is stored for lists: one line of about `longest` characters, without formatting and what spoilers hide. Smileys
 * and references are marked, because the names of references are read when the line is shown. Reading it needs no parser.
 */
export function storedLine(
  source: string,
  longest = Number.POSITIVE_INFINITY,
  options: ParseOptions = {},
): string {
  let line = '';
  for (const piece of piecesOf(parseMessage(source, undefined, options))) {
    if (line.length >= longest) break;
    if (typeof piece !== 'string') line += piece.kind === 'smiley' ? marked(piece.code) : marked(idOf(piece));
    else {
      const text = piece.replace(/\s+/g, ' ');
      line += withoutHalfPair(
        (line === '' || line.endsWith(' ') ? text.trimStart() : text).slice(0, longest - line.length),
      );
    }
  }
  return line.trimEnd();
}

const marked = (content: string): string => `${OPEN}${content}${CLOSE}`;

const idOf = ({ to, id, site }: Reference): string => `${to}:${id}${site === null ? '' : `:${site}`}`;

/** A cut may leave the first half of a surrogate pair, which PostgreSQL refuses. */
const withoutHalfPair = (text: string): string => (text.isWellFormed() ? text : text.slice(0, -1));

/**
 * The beginning of a stored line: at most `longest` characters, cut at a word with `…`. A smiley counts as one character. The
 * work depends on `longest`, not on the length of the line.
 */
export function readLine(line: string, longest: number, names: ReferenceNames): LinePiece[] {
  const letters: LinePiece[] = [];
  for (const piece of piecesIn(line)) {
    const content =
      typeof piece === 'string' ? piece : piece.kind === 'smiley' ? piece : referenceLabel(piece, names);
    if (typeof content !== 'string') letters.push(content);
    else
      for (const letter of content) {
        letters.push(letter);
        if (letters.length > longest) break;
      }
    if (letters.length > longest) break;
  }
  if (letters.length <= longest) return joined(letters);
  const cut = letters.slice(0, longest - 1);
  const word = cut.lastIndexOf(' ');
  return joined([...trimmedEnd(word > longest / 2 ? cut.slice(0, word) : cut), '…']);
}

type StoredPiece = LinePiece | Reference;

function* piecesIn(line: string): Generator<StoredPiece> {
  let from = 0;
  for (const { 0: mark, 1: content = '', index } of line.matchAll(MARK)) {
    if (index > from) yield line.slice(from, index);
    yield pieceOf(content);
    from = index + mark.length;
  }
  if (from < line.length) yield line.slice(from);
}

function pieceOf(content: string): StoredPiece {
  const [kind, id, site] = content.split(':');
  const to = referenceKinds.find((one) => one === kind);
  if (to !== undefined && id !== undefined)
    return { kind: 'reference', to, id: Number(id), site: site ?? null };
  const [smiley] = splitSmileys(content);
  return smiley?.code ? { kind: 'smiley', code: smiley.code, stem: smiley.stem } : content;
}

const trimmedEnd = (letters: LinePiece[]): LinePiece[] =>
  letters.at(-1) === ' ' ? letters.slice(0, -1) : letters;

/** Neighbouring letters as one piece. */
function joined(letters: readonly LinePiece[]): LinePiece[] {
  const pieces: LinePiece[] = [];
  let text = '';
  for (const letter of letters) {
    if (typeof letter === 'string') text += letter;
    else {
      if (text !== '') pieces.push(text);
      pieces.push(letter);
      text = '';
    }
  }
  return text === '' ? pieces : [...pieces, text];
}

/** What stored lines refer to, each once: to be read before they are shown. References to other sites are skipped. */
export function lineReferences(lines: Iterable<string>): ReferenceIds {
  const ids = {
    track: new Set<number>(),
    user: new Set<number>(),
    pack: new Set<number>(),
    thread: new Set<number>(),
  };
  for (const line of lines)
    for (const [, content = ''] of line.matchAll(MARK)) {
      const piece = pieceOf(content);
      if (typeof piece !== 'string' && piece.kind === 'reference' && piece.site === null)
        ids[piece.to].add(piece.id);
    }
  return {
    track: [...ids.track],
    user: [...ids.user],
    pack: [...ids.pack],
    thread: [...ids.thread],
    picture: [],
  };
}

/** The line as the edition `site` shows it: what it refers to there is its own. */
export const ownLine = (line: string, site: string): string => line.replaceAll(`:${site}${CLOSE}`, CLOSE);

/** The place of the first match of an expression in the text of a stored line, outside its marks; 0 if there is none. */
export function firstInLine(line: string, expression: RegExp): number {
  let from = 0;
  for (const { 0: mark, index } of line.matchAll(MARK)) {
    const at = line.slice(from, index).search(expression);
    if (at >= 0) return from + at;
    from = index + mark.length;
  }
  const at = line.slice(from).search(expression);
  return at < 0 ? 0 : from + at;
}

/** About `length` characters of a stored line from the first word at or after `from`; marks are taken whole. */
export function partOfLine(line: string, from: number, length: number): string {
  const isInMark = line.lastIndexOf(OPEN, from) > line.lastIndexOf(CLOSE, from);
  const outside = isInMark ? line.indexOf(CLOSE, from) + 1 : from;
  const start = outside === 0 ? 0 : line.indexOf(' ', outside) + 1;
  const part = line.slice(start, start + length);
  const opened = part.lastIndexOf(OPEN);
  return withoutHalfPair(opened > part.lastIndexOf(CLOSE) ? part.slice(0, opened) : part);
}
