import type { Limits } from './limits.ts';
import { linkHref, splitAddresses } from './links.ts';
import { splitSmileys } from './smileys.ts';
import type { MessageNode } from './tree.ts';

/**
 * Parses text between tags: bare addresses become links, codes become smileys. Inside a link neither is replaced.
 * At most `smileys` codes become images and at most `addresses` become links.
 */
export function readText(
  text: string,
  insideLink: boolean,
  { smileys, addresses }: Pick<Limits, 'smileys' | 'addresses'>,
): MessageNode[] {
  if (insideLink) return [{ kind: 'text', text }];
  const nodes: MessageNode[] = [];
  let left = smileys;
  for (const part of splitAddresses(text, addresses)) {
    const href = part.isAddress ? linkHref(part.text) : null;
    if (href !== null) nodes.push({ kind: 'link', href, children: [{ kind: 'text', text: part.text }] });
    else left -= readSmileys(part.text, nodes, left);
  }
  return nodes;
}

/** Returns how many smileys were found. */
function readSmileys(text: string, into: MessageNode[], most: number): number {
  let found = 0;
  for (const { before, code, stem } of splitSmileys(text, most)) {
    if (before !== '') into.push({ kind: 'text', text: before });
    if (code === null) continue;
    into.push({ kind: 'smiley', code, stem });
    found += 1;
  }
  return found;
}
