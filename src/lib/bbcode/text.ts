import { parseMessage } from './parse.ts';
import { NO_NAMES, type ReferenceNames, referenceLabel } from './references.ts';
import { type Branch, type Leaf, type MessageNode, walk } from './tree.ts';

/**
 * A parsed message as plain text, for mail and search: without formatting, smileys as typed, references by name, list items
 * after a dash, blocks on separate lines. Images and rules are removed; spoilers stay hidden.
 */
export function messageText(nodes: readonly MessageNode[], references: ReferenceNames = NO_NAMES): string {
  const parts: string[] = [];
  let hidden = 0;
  walk(nodes, {
    enter(node) {
      if (hidden === 0) parts.push('children' in node ? branchStart(node) : leafText(node, references));
      if (node.kind === 'spoiler') hidden += 1;
    },
    leave(node) {
      if (node.kind === 'spoiler') hidden -= 1;
      if (hidden === 0 && isOnOwnLines(node)) parts.push('\n');
    },
  });
  return parts
    .join('')
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** One line of at most `longest` characters for lists and titles, cut at a word with `…`. */
export function messagePreview(source: string, longest: number, references?: ReferenceNames): string {
  const line = messageText(parseMessage(source), references).replace(/\s+/g, ' ');
  const letters = Array.from(line);
  if (letters.length <= longest) return line;
  const cut = letters.slice(0, longest - 1).join('');
  const word = cut.lastIndexOf(' ');
  return `${(word > longest / 2 ? cut.slice(0, word) : cut).trimEnd()}…`;
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

function leafText(node: Leaf, references: ReferenceNames): string {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'smiley':
      return node.code;
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
