import { type MessageNode, type Reference, type ReferenceTo, walk } from './tree.ts';

/** Names by id, as far as they are known. They are plain: without `$` codes. */
export type ReferenceNames = Readonly<Record<ReferenceTo, ReadonlyMap<number, string>>>;

/** The ids that a message references on this site, each once: to be fetched before rendering. */
export type ReferenceIds = Readonly<Record<ReferenceTo, readonly number[]>>;

/** No names: every reference is shown with its number. */
export const NO_NAMES: ReferenceNames = { track: new Map(), user: new Map(), pack: new Map() };

const WORDS: Readonly<Record<ReferenceTo, string>> = { track: 'Track', user: 'User', pack: 'Trackpack' };
const PATHS: Readonly<Record<ReferenceTo, string>> = {
  track: 'trackshow',
  user: 'usershow',
  pack: 'trackpackshow',
};

/** Collects the ids of parsed messages. References to other sites are skipped. */
export function collectReferences(...messages: readonly (readonly MessageNode[])[]): ReferenceIds {
  const ids = { track: new Set<number>(), user: new Set<number>(), pack: new Set<number>() };
  for (const nodes of messages) {
    walk(nodes, {
      enter: (node) => {
        if (node.kind === 'reference' && node.site === null) ids[node.to].add(node.id);
      },
      leave: () => {},
    });
  }
  return { track: [...ids.track], user: [...ids.user], pack: [...ids.pack] };
}

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
