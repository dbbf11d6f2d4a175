import { NO_NAMES, type ReferenceNames, referenceLabel } from './references.ts';
import { type Branch, type Leaf, type MessageNode, type Reference, walk } from './tree.ts';

type Smiley = Extract<Leaf, { kind: 'smiley' }>;

/** A piece of one line: letters, or a smiley by its code and the stem of its file. */
export type LinePiece = string | Smiley;

/**
 * A parsed message as plain text, for mail and search: without formatting, smileys as typed, references by name, list items
 * after a dash, blocks on separate lines. Images and rules are removed; spoilers stay hidden.
 */
export function messageText(nodes: readonly MessageNode[], references: ReferenceNames = NO_NAMES): string {
  return piecesOf(nodes)
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      return piece.kind === 'smiley' ? piece.code : referenceLabel(piece, references);
    })
    .join('')
    .replace(/(?<![ \t])[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** The text of a message in reading order, with white space as typed, smileys and references. */
export function piecesOf(nodes: readonly MessageNode[]): (LinePiece | Reference)[] {
  const pieces: (LinePiece | Reference)[] = [];
  let hidden = 0;
  walk(nodes, {
    enter(node) {
      if (hidden === 0) pieces.push('children' in node ? branchStart(node) : leafText(node));
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

function leafText(node: Leaf): LinePiece | Reference {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'smiley':
    case 'reference':
      return node;
    case 'code':
      return `\n${node.text}\n`;
    case 'siteName':
      return node.site.toUpperCase();
    case 'video':
      return `https://www.youtube.com/watch?v=${node.youtubeId}`;
    case 'image':
    case 'rule':
      return '';
    default:
      return node satisfies never;
  }
}
