import { parseMessage } from './parse.ts';
import { NO_NAMES, type ReferenceNames, referenceLabel } from './references.ts';
import { type Branch, type Leaf, type MessageNode, walk } from './tree.ts';

type Smiley = Extract<Leaf, { kind: 'smiley' }>;

/** A piece of one line: letters, or a smiley by its code and the stem of its file. */
export type LinePiece = string | Smiley;

/**
 * A parsed message as plain text, for mail and search: without formatting, smileys as typed, references by name, list items
 * after a dash, blocks on separate lines. Images and rules are removed; spoilers stay hidden.
 */
export function messageText(nodes: readonly MessageNode[], references: ReferenceNames = NO_NAMES): string {
  return piecesOf(nodes, references)
    .map((piece) => (typeof piece === 'string' ? piece : piece.code))
    .join('')
    .replace(/(?<![ \t])[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/**
 * A message as one line of at most `longest` characters for lists and titles, cut at a word with `…`. A smiley counts as
 * one character. A message without text is an empty line.
 */
export function messageLine(
  source: string,
  longest: number,
  references?: ReferenceNames,
): readonly LinePiece[] {
  const letters = letterByLetter(piecesOf(parseMessage(source), references ?? NO_NAMES));
  if (letters.length <= longest) return joined(letters);
  const cut = letters.slice(0, longest - 1);
  const word = cut.lastIndexOf(' ');
  return joined([...trimmedEnd(word > longest / 2 ? cut.slice(0, word) : cut), '…']);
}

/** Characters and smileys, white space collapsed to single spaces and none at the ends. */
function letterByLetter(pieces: readonly LinePiece[]): LinePiece[] {
  const letters: LinePiece[] = [];
  for (const piece of pieces) {
    if (typeof piece !== 'string') letters.push(piece);
    else
      for (const letter of piece.replace(/\s+/g, ' ')) {
        if (letter !== ' ' || (letters.length > 0 && letters.at(-1) !== ' ')) letters.push(letter);
      }
  }
  return trimmedEnd(letters);
}

const trimmedEnd = (letters: LinePiece[]): LinePiece[] =>
  letters.at(-1) === ' ' ? letters.slice(0, -1) : letters;

/** Neighbouring letters as one piece. */
function joined(letters: readonly LinePiece[]): LinePiece[] {
  const pieces: LinePiece[] = [];
  for (const letter of letters) {
    const last = pieces.at(-1);
    if (typeof letter === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + letter;
    else pieces.push(letter);
  }
  return pieces;
}

/** The text of a message in reading order, with white space as typed. */
function piecesOf(nodes: readonly MessageNode[], references: ReferenceNames): LinePiece[] {
  const pieces: LinePiece[] = [];
  let hidden = 0;
  walk(nodes, {
    enter(node) {
      if (hidden === 0) pieces.push('children' in node ? branchStart(node) : leafText(node, references));
      if (node.kind === 'spoiler') hidden += 1;
    },
    leave(node) {
      if (node.kind === 'spoiler') hidden -= 1;
      if (hidden === 0 && isOnOwnLines(node)) pieces.push('\n');
    },
  });
  return pieces;
}

function isOnOwnLines(node: Branch): boolean {
  return ['quote', 'list', 'item', 'align', 'spoiler'].includes(node.kind);
}

function branchStart(node: Branch): string {
  if (node.kind === 'item') return '- ';
  if (node.kind === 'quote') return `\n${node.author === null ? '' : `${node.author} wrote: `}`;
  if (node.kind === 'spoiler') return `\n[${node.title ?? 'Spoiler'}]`;
  return isOnOwnLines(node) ? '\n' : '';
}

function leafText(node: Leaf, references: ReferenceNames): LinePiece {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'smiley':
      return node;
    case 'code':
      return `\n${node.text}\n`;
    case 'siteName':
      return node.site.toUpperCase();
    case 'video':
      return `https://www.youtube.com/watch?v=${node.youtubeId}`;
    case 'reference':
      return referenceLabel(node, references);
    case 'image':
    case 'rule':
      return '';
    default:
      return node satisfies never;
  }
}
