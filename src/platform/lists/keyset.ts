import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';

/** One key of an order, for a row and for the cursor's row. */
export interface KeyPair {
  readonly own: Expression<unknown>;
  readonly at: Expression<unknown>;
  readonly ascending: boolean;
  readonly nullable: boolean;
}

/**
 * The rows after the cursor in an order whose last key is unique. `nullsFirst`: when walking back,
 * rows without a key come first.
 */
export function behind(
  keys: readonly KeyPair[],
  { inclusive, nullsFirst }: { inclusive: boolean; nullsFirst: boolean },
): RawBuilder<SqlBool> {
  const [first] = keys;
  if (!first) throw new Error('An order has at least one key.');
  if (keys.every((key) => !key.nullable && key.ascending === first.ascending)) {
    // one comparison of rows, for which an index on the keys can be used
    const compare = sql.raw((first.ascending ? '>' : '<') + (inclusive ? '=' : ''));
    return sql`(${sql.join(keys.map(({ own }) => own))}) ${compare} (${sql.join(keys.map(({ at }) => at))})`;
  }
  const further = stepwise(keys, inclusive, nullsFirst);
  // the bound on the first key is there for the index
  return first.nullable
    ? further
    : sql`(${first.own} ${sql.raw(first.ascending ? '>=' : '<=')} ${first.at} and ${further})`;
}

/** Beyond the cursor by the first key, or equal in it and beyond by the remaining keys. */
function stepwise(
  [key, ...rest]: readonly KeyPair[],
  inclusive: boolean,
  nullsFirst: boolean,
): RawBuilder<SqlBool> {
  if (!key) return inclusive ? sql`true` : sql`false`;
  const { own, at, nullable } = key;
  const compare = sql`${own} ${sql.raw(key.ascending ? '>' : '<')} ${at}`;
  const equal = nullable ? sql`${own} is not distinct from ${at}` : sql`${own} = ${at}`;
  const further = nullable ? orMissing(compare, key, nullsFirst) : compare;
  return sql`(${further} or (${equal} and ${stepwise(rest, inclusive, nullsFirst)}))`;
}

const orMissing = (compare: RawBuilder<unknown>, { own, at }: KeyPair, nullsFirst: boolean) =>
  nullsFirst
    ? sql`(${compare} or (${at} is null and ${own} is not null))`
    : sql`(${compare} or (${at} is not null and ${own} is null))`;
