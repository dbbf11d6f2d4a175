import type { OperationNode } from 'kysely';
import { sitedTables } from './database.ts';

/**
 * Analyses Kysely's query trees for the site guard: which sited tables a query uses, and whether each is restricted to a site. A
 * node is a plain object; the few relevant kinds are distinguished by `kind`.
 */
type Part = 'name' | 'columns' | 'table' | 'operator' | 'values' | 'parameters' | 'sqlFragments';
type Node = OperationNode & { readonly [part in Part]?: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'kind' in value;
const sitedNames: ReadonlySet<string> = new Set(sitedTables);
const isSited = (table: string) => sitedNames.has(table);
const nodesIn = (value: unknown): Node[] =>
  Array.isArray(value) ? value.flatMap(nodesIn) : isNode(value) ? [value] : [];
const childrenOf = (node: Node): Node[] => Object.values(node).flatMap(nodesIn);
const child = (node: Node, key: string): Node | undefined => nodesIn(Reflect.get(node, key))[0];

/** The name inside nested table, column and identifier nodes. */
function nameOf(node: Node | undefined): string {
  if (!node) return '';
  if (typeof node.name === 'string') return node.name;
  return nameOf(child(node, 'identifier') ?? child(node, 'table') ?? child(node, 'column'));
}

/** Names of the sited tables that are used without a site, anywhere in the query. */
export function tablesWithoutSite(query: OperationNode): string[] {
  const found: string[] = [];
  collect(query as Node, false, found); // every node is a plain object (see above)
  return found;
}

/** Kinds without a query inside: most nodes of a query are one of these. */
const leaves: ReadonlySet<string> = new Set([
  'ColumnNode',
  'IdentifierNode',
  'OperatorNode',
  'PrimitiveValueListNode',
  'ReferenceNode',
  'SchemableIdentifierNode',
  'TableNode',
  'ValueNode',
]);

/** Adds to a list instead of joining lists: every query of every test comes through here. */
function collect(node: Node, isInRaw: boolean, found: string[]): void {
  if (leaves.has(node.kind)) return;
  const isRaw = node.kind === 'RawNode';
  // a raw part was already read with the surrounding raw text; a query inside it was not
  if (isRaw && !isInRaw) found.push(...rawWithoutSite(node));
  if (node.kind === 'InsertQueryNode') found.push(...insertWithoutSite(node));
  const parts = tableParts[node.kind];
  if (parts) found.push(...readsWithoutSite(node, parts));
  for (const value of Object.values(node)) collectIn(value, isRaw, found);
}

function collectIn(value: unknown, isInRaw: boolean, found: string[]): void {
  if (Array.isArray(value)) for (const item of value) collectIn(item, isInRaw, found);
  else if (isNode(value)) collect(value, isInRaw, found);
}

/** The properties of each kind of statement that contain its tables. */
const tableParts: Partial<Record<Node['kind'], readonly string[]>> = {
  SelectQueryNode: ['from', 'joins'],
  UpdateQueryNode: ['table', 'from', 'joins'],
  DeleteQueryNode: ['from', 'using', 'joins'],
  MergeQueryNode: ['into', 'using'],
};

function insertWithoutSite(node: Node): string[] {
  const table = nameOf(child(node, 'into'));
  return isSited(table) && !nodesIn(node.columns).some((column) => nameOf(column) === 'site') ? [table] : [];
}

interface Source {
  readonly alias: string;
  /** '' unless it is a sited table */
  readonly table: string;
}

function sourcesOf(item: Node): Source[] {
  if (item.kind === 'TableNode') {
    const table = nameOf(item);
    return [{ alias: table, table: isSited(table) ? table : '' }];
  }
  if (item.kind === 'AliasNode') {
    const inner = child(item, 'node');
    const table = inner?.kind === 'TableNode' ? nameOf(inner) : '';
    return [{ alias: nameOf(child(item, 'alias')), table: isSited(table) ? table : '' }];
  }
  if (item.kind === 'JoinNode') return nodesIn(item.table).flatMap(sourcesOf);
  return ['FromNode', 'UsingNode', 'ListNode'].includes(item.kind) ? childrenOf(item).flatMap(sourcesOf) : [];
}

/** One SELECT, UPDATE, DELETE or MERGE without its sub-queries. */
function readsWithoutSite(node: Node, keys: readonly string[]): string[] {
  const items = keys.flatMap((key) => nodesIn(Reflect.get(node, key)));
  const sited = items.flatMap(sourcesOf).filter((source) => source.table !== '');
  if (sited.length === 0) return [];
  const joins = items.filter((item) => item.kind === 'JoinNode');
  const conditions = [child(node, 'where'), ...joins.map((join) => child(join, 'on'))].flatMap(conjuncts);
  const tied = tiedAliases(conditions, sited);
  return sited.filter((source) => !tied.has(source.alias)).map((source) => source.table);
}

/** Conditions that are combined with AND; branches of an OR do not count. */
function conjuncts(node: Node | undefined): Node[] {
  if (!node) return [];
  if (!['WhereNode', 'OnNode', 'AndNode', 'ParensNode'].includes(node.kind)) return [node];
  return childrenOf(node).flatMap(conjuncts);
}

/** The alias of a `site` column; '' without an alias; undefined if it is not a site column. */
function siteOf(node: Node): string | undefined {
  return node.kind === 'ReferenceNode' && nameOf(child(node, 'column')) === 'site'
    ? nameOf(child(node, 'table'))
    : undefined;
}

/** Aliases whose site equals a value, or the site of an alias that is restricted itself. */
function tiedAliases(conditions: readonly Node[], sited: readonly Source[]): Set<string> {
  // a table without partitions, a sub-query, or a row of the outer query provides its own site
  const isOutside = (alias: string) => !sited.some((source) => source.alias === alias);
  const only = sited.length === 1 ? sited[0]?.alias : undefined;
  const full = (alias: string) => (alias === '' ? (only ?? '') : alias);
  const tied = new Set<string>();
  const links: [string, string][] = [];
  for (const { left, right } of conditions.flatMap(equations)) {
    const [a, b] = [siteOf(left), siteOf(right)];
    if (a !== undefined && b !== undefined) links.push([full(a), full(b)]);
    else if (a !== undefined) tied.add(full(a));
    else if (b !== undefined) tied.add(full(b));
  }
  for (const alias of conditions.flatMap(rawSites)) tied.add(full(alias));
  for (const _ of links) {
    for (const [a, b] of links) {
      if (tied.has(a) || isOutside(a)) tied.add(b);
      if (tied.has(b) || isOutside(b)) tied.add(a);
    }
  }
  return tied;
}

/** `a = b`, `a in (…)` and `(a, b) = (c, d)` as pairs of sides. */
function equations(condition: Node): { left: Node; right: Node }[] {
  const [left, right] = [child(condition, 'leftOperand'), child(condition, 'rightOperand')];
  if (condition.kind !== 'BinaryOperationNode' || !left || !right) return [];
  const operator = child(condition, 'operator')?.operator;
  if (operator !== '=' && operator !== 'in') return [];
  if (left.kind !== 'TupleNode') return [{ left, right }];
  const [many, others] = [nodesIn(left.values), nodesIn(right.values)];
  return many.map((item, index) => ({ left: item, right: others[index] ?? right }));
}

/** A raw condition is trusted if it names a site column. */
function rawSites(condition: Node): string[] {
  if (condition.kind !== 'RawNode') return [];
  return [...rawText(condition).matchAll(/(?:\b(\w+)"?\.)?"?\bsite\b/g)].map((match) => match[1] ?? '');
}

/** The text of a raw statement, with names, without values and sub-queries. */
function rawText(node: Node): string {
  if (node.kind !== 'RawNode')
    return node.kind === 'ReferenceNode' ? referenceText(node) : nameOf(tableLike(node));
  const parts = nodesIn(node.parameters).map(rawText);
  const fragments = node.sqlFragments as readonly string[]; // part of a RawNode
  return fragments.map((fragment, index) => fragment + (parts[index] ?? '')).join('');
}

const referenceText = (node: Node) => `${nameOf(child(node, 'table'))}.${nameOf(child(node, 'column'))}`;
const tableLike = (node: Node) =>
  ['TableNode', 'IdentifierNode', 'SchemableIdentifierNode', 'ColumnNode'].includes(node.kind)
    ? node
    : undefined;

const touched = new RegExp(
  String.raw`\b(?:from|join|into|update|using)\s+"?(${sitedTables.join('|')})\b`,
  'gi',
);

function rawWithoutSite(node: Node): string[] {
  const text = rawText(node);
  return /\bsite\b/.test(text) ? [] : [...text.matchAll(touched)].map((match) => match[1] ?? '');
}
