import { badRequest } from '#platform/http/problem.ts';
import type { FieldNode } from './field-node.ts';

/** What was requested from a row or relation: all of it, or some of its members. */
export type Requested = ReadonlyMap<string, Requested> | 'all';

/** What was requested below `name`; undefined when it was not requested. */
export const inner = (requested: Requested, name: string): Requested | undefined =>
  requested === 'all' ? 'all' : requested.get(name);

type Nodes = Readonly<Record<string, FieldNode>>;

/**
 * Reads the requested paths: dotted, an array's members with or without `[]`. An unknown name is a
 * Problem that names it as it was sent.
 */
export function requestedFields(fields: Nodes, paths: readonly string[]): Requested {
  const requested: Partial = new Map();
  for (const path of paths) {
    const names = path.split('.').map((name) => (name.endsWith('[]') ? name.slice(0, -2) : name));
    if (!add(requested, fields, names))
      throw badRequest(`Specified field '${path}' does not exist`, 'fields');
  }
  return requested;
}

type Partial = Map<string, Partial | 'all'>;

/** Adds one path; false when there is no such field. */
function add(requested: Partial, nodes: Nodes, [name = '', ...rest]: readonly string[]): boolean {
  const node = Object.hasOwn(nodes, name) ? nodes[name] : undefined;
  if (!node) return false;
  const before = requested.get(name) ?? new Map();
  if (rest.length === 0) {
    if (before !== 'all') requested.set(name, whole(node, before));
    return true;
  }
  if (!node.members) return false;
  // A relation that was requested as a whole stays whole, but the path must still exist.
  if (before !== 'all') requested.set(name, before);
  return add(before === 'all' ? new Map() : before, node.members, rest);
}

/** Everything below a field except what must be named, in addition to what was requested before. */
function whole({ members }: FieldNode, before: Partial): Partial | 'all' {
  if (!members || !hasNamedOnly(members)) return 'all';
  for (const [name, node] of Object.entries(members)) {
    const inside = before.get(name) ?? new Map();
    if (!node.byNameOnly && inside !== 'all') before.set(name, whole(node, inside));
  }
  return before;
}

const hasNamedOnly = (nodes: Nodes): boolean =>
  Object.values(nodes).some(
    ({ byNameOnly, members }) => byNameOnly === true || (members !== null && hasNamedOnly(members)),
  );

/** One text per set of fields, regardless of their order in the request, so that equal requests share a statement. */
export function requestedKey(requested: Requested): string {
  if (requested === 'all') return '*';
  const entries = [...requested].sort(([a], [b]) => (a < b ? -1 : 1));
  return entries
    .map(([name, below]) => (below === 'all' ? name : `${name}(${requestedKey(below)})`))
    .join(',');
}
