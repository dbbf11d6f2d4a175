import { linkHref, splitAddresses } from './links.ts';
import { splitSmileys } from './smileys.ts';
import type { MessageNode } from './tree.ts';

/**
 * Reads letters between tags: bare addresses become links, codes become smileys. Inside a link there are neither
 * addresses nor smileys (tmx-rules §8).
 */
export function readLetters(text: string, insideLink: boolean): MessageNode[] {
  if (insideLink) return [{ kind: 'text', text }];
  const nodes: MessageNode[] = [];
  for (const part of splitAddresses(text)) {
    const href = part.isAddress ? linkHref(part.text) : null;
    if (href !== null) nodes.push({ kind: 'link', href, children: [{ kind: 'text', text: part.text }] });
    else readSmileys(part.text, nodes);
  }
  return nodes;
}

function readSmileys(text: string, into: MessageNode[]): void {
  for (const { before, code, stem } of splitSmileys(text)) {
    if (before !== '') into.push({ kind: 'text', text: before });
    if (code !== null) into.push({ kind: 'smiley', code, stem });
  }
}
