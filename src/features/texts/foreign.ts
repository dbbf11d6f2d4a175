import { splitAddresses } from '#lib/bbcode/links.ts';
import { parseMessage } from '#lib/bbcode/parse.ts';
import { pictureHost } from '#lib/bbcode/pictures.ts';
import { type MessageNode, walk } from '#lib/bbcode/tree.ts';

/** What a text shows of other hosts. */
export const foreignParts = ['link', 'picture'] as const;
export type ForeignPart = (typeof foreignParts)[number];

/**
 * What of other hosts readers of a text would get: links (also bare addresses, and videos) and pictures. Addresses of the editions
 * themselves do not count, and neither do addresses in `[code]`, which are not links.
 */
export function foreignPartsOf(text: string, ownHosts: ReadonlySet<string>): readonly ForeignPart[] {
  const found = new Set<ForeignPart>();
  const isOwn = (address: string) => ownHosts.has(hostOf(address));
  walk(parseMessage(text), {
    enter(node) {
      const part = partOf(node, isOwn);
      if (part) found.add(part);
    },
    leave() {},
  });
  return foreignParts.filter((part) => found.has(part));
}

function partOf(node: MessageNode, isOwn: (address: string) => boolean): ForeignPart | null {
  if (node.kind === 'image') return isOwn(node.address) ? null : 'picture';
  if (node.kind === 'video') return 'link';
  if (node.kind === 'link') return node.href === '#' || isOwn(node.href) ? null : 'link';
  return null;
}

/** Whether a line without BB-code, such as a title, contains the address of another host. */
export const namesForeignHost = (line: string, ownHosts: ReadonlySet<string>): boolean =>
  splitAddresses(line).some(({ text, isAddress }) => isAddress && !ownHosts.has(hostOf(text)));

const hostOf = (address: string): string => pictureHost(address.replace(/^\/\//, '')).toLowerCase();
