import { linkHref, splitAddresses } from './links.ts';
import { splitSmileys } from './smileys.ts';
import type { MessageNode } from './tree.ts';

/**
 * Reads letters between tags: bare addresses become links, codes become smileys, line feeds become breaks. Inside a
 * link there are neither addresses nor smileys (tmx-rules §8).
 */
export function readLetters(text: string, insideLink: boolean): MessageNode[] {
  if (insideLink) return readLines(text);
  return splitAddresses(text).flatMap((part) => {
    const href = part.isAddress ? linkHref(part.text) : null;
    if (href === null) return readSmileys(part.text);
    return { kind: 'link' as const, href, children: [{ kind: 'text' as const, text: part.text }] };
  });
}

/** Letters as typed, with their breaks and nothing else: what is inside links or over the limits. */
export function readLines(text: string): MessageNode[] {
  return text.split('\n').flatMap((line, index) => {
    const nodes: MessageNode[] = index > 0 ? [{ kind: 'break' }] : [];
    if (line !== '') nodes.push({ kind: 'text', text: line });
    return nodes;
  });
}

function readSmileys(text: string): MessageNode[] {
  return splitSmileys(text).flatMap(({ before, code, stem }) => {
    const nodes = readLines(before);
    if (code !== null) nodes.push({ kind: 'smiley', code, stem });
    return nodes;
  });
}
