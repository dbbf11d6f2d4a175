import { parseMessage } from './parse.ts';
import type { MessagePicture } from './pictures.ts';
import { type MessageNode, type Reference, type ReferenceTo, walk } from './tree.ts';

/** Names by id, as far as they are known. They are plain: without `$` codes. */
type NamesById = Readonly<Record<ReferenceTo, ReadonlyMap<number, string>>>;

/** What is known about the things that messages refer to: names by id, pictures of other hosts by address. */
export interface ReferenceNames extends NamesById {
  readonly picture?: ReadonlyMap<string, MessagePicture>;
}

/** The ids that messages reference on this site, and the addresses of their pictures, each once: to be read before rendering. */
export interface ReferenceIds extends Readonly<Record<ReferenceTo, readonly number[]>> {
  readonly picture: readonly string[];
}

/** The kinds of references, in the order of the API. */
export const referenceKinds = ['track', 'user', 'pack', 'thread'] as const satisfies readonly ReferenceTo[];

/** No names: every reference is shown with its number. */
export const NO_NAMES: ReferenceNames = {
  track: new Map(),
  user: new Map(),
  pack: new Map(),
  thread: new Map(),
};

const WORDS: Readonly<Record<ReferenceTo, string>> = {
  track: 'Track',
  user: 'User',
  pack: 'Trackpack',
  thread: 'Thread',
};
const PATHS: Readonly<Record<ReferenceTo, string>> = {
  track: 'trackshow',
  user: 'usershow',
  pack: 'trackpackshow',
  thread: 'threadshow',
};

/** Collects what parsed messages refer to. References to other sites are skipped. */
export function collectReferences(...messages: readonly (readonly MessageNode[])[]): ReferenceIds {
  const ids = {
    track: new Set<number>(),
    user: new Set<number>(),
    pack: new Set<number>(),
    thread: new Set<number>(),
    picture: new Set<string>(),
  };
  for (const nodes of messages) {
    walk(nodes, {
      enter: (node) => {
        if (node.kind === 'reference' && node.site === null) ids[node.to].add(node.id);
        if (node.kind === 'image') ids.picture.add(node.address);
      },
      leave: () => {},
    });
  }
  return {
    track: [...ids.track],
    user: [...ids.user],
    pack: [...ids.pack],
    thread: [...ids.thread],
    picture: [...ids.picture],
  };
}

/** The addresses of the pictures in a message, each once, in reading order. */
export const picturesIn = (text: string): readonly string[] => collectReferences(parseMessage(text)).picture;

/** The text of a reference: the name, `Track #2233` if it is unknown, or `Track #5 (TMUF)` on another site. */
export function referenceLabel(reference: Reference, names: ReferenceNames): string {
  const numbered = `${WORDS[reference.to]} #${reference.id}`;
  if (reference.site !== null) return `${numbered} (${reference.site.toUpperCase()})`;
  return names[reference.to].get(reference.id) ?? numbered;
}

/** The path of a reference's page. */
export function referencePath(reference: Reference): string {
  return `/${PATHS[reference.to]}/${reference.id}`;
}
