import { withoutLastSlashes } from './address.ts';
import type { Endpoint, Method } from './types.ts';

/**
 * 'GET /trackgbx/:trackId' → endpoint. A named part matches one segment that is not empty; with an ending, as in
 * '/usershow/:id.atom', one that ends so. Letter case and trailing slashes of an address do not matter; named parts are passed on
 * unchanged.
 */
export type RouteTable = Readonly<Record<`${Method} /${string}`, Endpoint>>;

export type Match =
  | { found: 'endpoint'; endpoint: Endpoint; params: Readonly<Record<string, string>> }
  | { found: 'path'; allow: readonly string[] }
  | { found: 'nothing' };

interface Node {
  /** fixed segments */
  next: Map<string, Node>;
  param: { name: string; node: Node } | null;
  /** named segments with an ending */
  ended: Map<string, { name: string; node: Node }>;
  endpoints: Map<string, Endpoint>;
}

const emptyNode = (): Node => ({
  next: new Map(),
  param: null,
  ended: new Map(),
  endpoints: new Map(),
});
const noParams: Readonly<Record<string, string>> = Object.freeze({});

/**
 * Turns the table into a tree once; a lookup follows the segments. Fixed segments take precedence over named ones, and those with an
 * ending over those without.
 */
export function makeRouter(table: RouteTable): (method: string, path: string) => Match {
  const root = emptyNode();
  const fixed = new Map<string, Node>();
  for (const [key, endpoint] of Object.entries(table)) {
    const space = key.indexOf(' ');
    const path = key.slice(space + 1);
    const node = insert(root, path, key);
    node.endpoints.set(key.slice(0, space), endpoint);
    if (!path.includes(':')) fixed.set(path.toLowerCase(), node);
  }
  return (method, path) => {
    const straight = fixed.get(path);
    if (straight) return matchAt(straight, method, noParams);
    const params: Record<string, string> = {};
    const node = walk(root, withoutLastSlashes(path).split('/').slice(1), 0, params);
    return node ? matchAt(node, method, params) : { found: 'nothing' };
  };
}

function insert(root: Node, path: string, key: string): Node {
  let node = root;
  for (const segment of path.split('/').slice(1)) {
    const [name = '', ending] = segment.startsWith(':') ? segment.slice(1).split(/(?=\.)/) : [];
    if (ending !== undefined) {
      const found = node.ended.get(ending) ?? { name, node: emptyNode() };
      node.ended.set(ending, found);
      node = found.node;
    } else if (segment.startsWith(':')) {
      node.param ??= { name, node: emptyNode() };
      if (node.param.name !== name) {
        throw new Error(`Route "${key}": ":${name}" and ":${node.param.name}" name the same segment.`);
      }
      node = node.param.node;
    } else {
      const name = segment.toLowerCase();
      const next = node.next.get(name) ?? emptyNode();
      node.next.set(name, next);
      node = next;
    }
  }
  return node;
}

function walk(
  node: Node,
  segments: readonly string[],
  at: number,
  params: Record<string, string>,
): Node | null {
  const segment = segments[at];
  if (segment === undefined) return node.endpoints.size > 0 ? node : null;
  const next = node.next.get(segment) ?? node.next.get(segment.toLowerCase());
  const straight = next && walk(next, segments, at + 1, params);
  if (straight) return straight;
  for (const [ending, { name, node: named }] of node.ended) {
    if (segment.length <= ending.length || !segment.toLowerCase().endsWith(ending)) continue;
    const found = walk(named, segments, at + 1, params);
    if (found) params[name] = segment.slice(0, -ending.length);
    if (found) return found;
  }
  if (!node.param || segment === '') return null;
  const named = walk(node.param.node, segments, at + 1, params);
  if (named) params[node.param.name] = segment;
  return named;
}

function matchAt(node: Node, method: string, params: Readonly<Record<string, string>>): Match {
  const endpoint = node.endpoints.get(method) ?? (method === 'HEAD' ? node.endpoints.get('GET') : undefined);
  if (endpoint) return { found: 'endpoint', endpoint, params };
  const allow = [...node.endpoints.keys()];
  return { found: 'path', allow: allow.includes('GET') ? [...allow, 'HEAD'] : allow };
}
