import { badRequest } from '#platform/http/problem.ts';
import type { FieldNode } from './field-node.ts';

/** What was requested from a row or relation: all of it, or some of its members. */
export type Asked = ReadonlyMap<string, Asked> | 'all';

/** What was requested below `name`; undefined when it was not requested. */
export const inner = (asked: Asked, name: string): Asked | undefined =>
  asked === 'all' ? 'all' : asked.get(name);

type Nodes = Readonly<Record<string, FieldNode>>;

/**
 * Reads the requested paths: dotted, an array's members with or without `[]`. An unknown name is a
 * Problem that names it as it was sent.
 */
export function askedFields(fields: Nodes, paths: readonly string[]): Asked {
  const asked: Partial = new Map();
  for (const path of paths) {
    const names = path.split('.').map((name) => (name.endsWith('[]') ? name.slice(0, -2) : name));
    if (!add(asked, fields, names)) throw badRequest(`Specified field '${path}' does not exist`, 'fields');
  }
  return asked;
}

type Partial = Map<string, Partial | 'all'>;

/** Adds one path; false when there is no such field. */
function add(asked: Partial, nodes: Nodes, [name = '', ...rest]: readonly string[]): boolean {
  const node = Object.hasOwn(nodes, name) ? nodes[name] : undefined;
  if (!node) return false;
  if (rest.length === 0) {
    asked.set(name, 'all');
    return true;
  }
  if (!node.members) return false;
  const before = asked.get(name) ?? new Map();
  // A relation that was requested as a whole stays whole, but the path must still exist.
  if (before !== 'all') asked.set(name, before);
  return add(before === 'all' ? new Map() : before, node.members, rest);
}

/** One text per set of fields, whatever their order in the request, so that equal requests share a statement. */
export function askedKey(asked: Asked): string {
  if (asked === 'all') return '*';
  const entries = [...asked].sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, below]) => (below === 'all' ? name : `${name}(${askedKey(below)})`)).join(',');
}
