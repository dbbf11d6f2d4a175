import { splitAddresses } from '#lib/bbcode/links.ts';
import { parseMessage } from '#lib/bbcode/parse.ts';
import { pictureHost } from '#lib/bbcode/pictures.ts';
import { type MessageNode, walk } from '#lib/bbcode/tree.ts';

/** What a text shows of other hosts. */
export const foreignParts = ['link', 'picture'] as const;
export type ForeignPart = (typeof foreignParts)[number];

/**
 * What of other hosts readers of a text would get: links (also bare addresses, and videos) and pictures. Addresses of the editions
 * themselves do not count, and neither do addresses in `[code]`, which are not links. `before`: a text whose addresses were
 * published already.
 */
export function foreignPartsOf(
  text: string,
  ownHosts: ReadonlySet<string>,
  before = '',
): readonly ForeignPart[] {
  const published = new Set(foreignAddresses(before, ownHosts).map(keyOf));
  const parts = foreignAddresses(text, ownHosts).filter((one) => !published.has(keyOf(one)));
  return foreignParts.filter((part) => parts.some((one) => one.part === part));
}

interface ForeignAddress {
  readonly part: ForeignPart;
  readonly address: string;
}

const keyOf = ({ part, address }: ForeignAddress) => `${part} ${address}`;

/** The addresses of other hosts in a text, in order: what links and pictures in it lead to, whatever they show. */
export function foreignAddresses(text: string, ownHosts: ReadonlySet<string>): readonly ForeignAddress[] {
  const found: ForeignAddress[] = [];
  walk(parseMessage(text), {
    enter(node) {
      const one = foreignOf(node);
      if (one && !ownHosts.has(hostOf(one.address))) found.push(one);
    },
    leave() {},
  });
  return found;
}

function foreignOf(node: MessageNode): ForeignAddress | null {
  if (node.kind === 'image') return { part: 'picture', address: node.address };
  if (node.kind === 'video') return { part: 'link', address: node.youtubeId };
  return node.kind === 'link' && node.href !== '#' ? { part: 'link', address: node.href } : null;
}

/** Whether a line without BB-code, such as a title, contains the address of another host. */
export const namesForeignHost = (line: string, ownHosts: ReadonlySet<string>): boolean =>
  splitAddresses(line).some(({ text, isAddress }) => isAddress && !ownHosts.has(hostOf(text)));

const hostOf = (address: string): string => pictureHost(address.replace(/^\/\//, '')).toLowerCase();
