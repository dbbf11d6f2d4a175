import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
} from 'kysely';
import { badRequest } from '#platform/http/problem.ts';
import type { JsonSchema } from './params.ts';

/** The names below a field: null for a plain value, the members for a relation. */
export interface FieldNode {
  readonly members: Readonly<Record<string, FieldNode>> | null;
  /** a related row that may be missing, any number of rows, or null instead of an empty array */
  readonly relation?: 'one' | 'many' | 'some';
  /** of a plain value */
  readonly schema?: JsonSchema;
  /** sent only if requested by its own path, not with the relation that contains it */
  readonly byNameOnly?: true;
}

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

/** How one field of a row is computed. Only requested fields become part of the statement. */
export interface Field<DB, TB extends keyof DB, Value> extends FieldNode {
  build(eb: ExpressionBuilder<DB, TB>, requested: Requested): Expression<Value>;
}

/** One entry for every key of the row: leaving out the SQL of a key does not compile. */
export type Fields<DB, TB extends keyof DB, Row> = {
  readonly [K in keyof Row]-?: Field<DB, TB, Row[K]>;
};

/** A plain value: a column or any expression of the row's own tables. */
export function value<DB, TB extends keyof DB, V>(
  build: (eb: ExpressionBuilder<DB, TB>) => Expression<V>,
  schema: JsonSchema = {},
): Field<DB, TB, V> {
  return { members: null, schema, build };
}

/** The same field, sent only if it is requested by its own path, so that requests for the whole relation return what they always did. */
export const byNameOnly = <DB, TB extends keyof DB, V>(field: Field<DB, TB, V>): Field<DB, TB, V> => ({
  ...field,
  byNameOnly: true,
});

type Related<DB, TB extends keyof DB, DB2, TB2 extends keyof DB2> = (
  eb: ExpressionBuilder<DB, TB>,
) => SelectQueryBuilder<DB2, TB2, object>;

/** A related row as an object, null when there is none: a sub-select, never a second query. */
export function one<DB, TB extends keyof DB, DB2, TB2 extends keyof DB2, Row>(
  from: Related<DB, TB, DB2, TB2>,
  members: Fields<DB2, TB2, Row>,
): Field<DB, TB, Row> {
  return {
    members,
    relation: 'one',
    build: (eb, requested) =>
      sql<Row>`(select row_to_json(r) from ${from(eb).select((eb2) => columns(members, requested, eb2))} r)`,
  };
}

/** Related rows as an array, empty when there are none. */
export function many<DB, TB extends keyof DB, DB2, TB2 extends keyof DB2, Row>(
  from: Related<DB, TB, DB2, TB2>,
  members: Fields<DB2, TB2, Row>,
): Field<DB, TB, Row[]> {
  return {
    members,
    relation: 'many',
    // array_to_json, not json_agg: the latter breaks lines between members
    build: (eb, requested) =>
      sql<
        Row[]
      >`array_to_json(array(select row_to_json(r) from ${from(eb).select((eb2) => columns(members, requested, eb2))} r))`,
  };
}

/** An object made from the row's own tables. */
export function group<DB, TB extends keyof DB, Row>(members: Fields<DB, TB, Row>): Field<DB, TB, Row> {
  return {
    members,
    build: (eb, requested) =>
      sql<Row>`(select row_to_json(r) from (select ${sql.join(columns(members, requested, eb))}) r)`,
  };
}

/** What several fields of a row are computed from. PostgreSQL would compute it again for each of them. */
export interface SharedValues {
  readonly name: string;
  /** the fields that use its columns */
  readonly fields: readonly string[];
  /** returns at most one row; without one the columns are null */
  readonly query: RawBuilder<unknown>;
}

/** What a row consists of. */
interface RowParts<DB, TB extends keyof DB, Row> {
  readonly fields: Fields<DB, TB, Row>;
  readonly shared?: readonly SharedValues[];
}

/** The whole row as JSON text, made by the database: nothing is parsed or shaped on the way out. */
export function rowJson<DB, TB extends keyof DB, Row>(
  { fields, shared = [] }: RowParts<DB, TB, Row>,
  requested: Requested,
  eb: ExpressionBuilder<DB, TB>,
) {
  const used = shared.filter((one) => one.fields.some((name) => inner(requested, name)));
  // `offset 0`: computed once, instead of for each use of its columns
  const joins = used.map(
    ({ name, query }) =>
      sql` left join lateral (select q.* from (${query}) q offset 0) ${sql.ref(name)} on true`,
  );
  const from = used.length > 0 ? sql` from (select) one${sql.join(joins, sql``)}` : sql``;
  return sql<string>`(select row_to_json(r) from (select ${sql.join(columns(fields, requested, eb))}${from}) r)::text`;
}

/**
 * The same in a sorted statement: the volatile random() makes PostgreSQL compute it after the sort and the limit, and not for every
 * row that it sorts.
 */
export const sortedRowJson = <DB, TB extends keyof DB, Row>(
  ...row: Parameters<typeof rowJson<DB, TB, Row>>
) => sql<string>`case when random() >= 0 then ${rowJson(...row)} end`;

function columns<DB, TB extends keyof DB, Row>(
  members: Fields<DB, TB, Row>,
  requested: Requested,
  eb: ExpressionBuilder<DB, TB>,
) {
  const byName: Readonly<Record<string, Field<DB, TB, unknown>>> = members;
  return Object.entries(byName).flatMap(([name, field]) => {
    const within = inner(requested, name);
    return within ? [sql`${field.build(eb, within)}`.as(name)] : [];
  });
}
