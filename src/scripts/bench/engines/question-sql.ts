import type { Clause, Condition } from '#platform/row-index/conditions.ts';
import type { SortKey } from '#platform/row-index/key-column.ts';
import type { Question } from './engine.ts';
import type { FacetWords } from './facet-words.ts';

export type SqlValue = number | string;

/** A part of a statement with its values. */
export interface Sql {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

export const joined = (parts: readonly Sql[], between: string): Sql => ({
  text: parts.map(({ text }) => text).join(between),
  values: parts.flatMap(({ values }) => values),
});

/** What the dialects write differently. */
export interface Dialect {
  contains(part: string): Sql;
  /** whether `t.id` is one of these */
  isOneOf(ids: readonly number[]): Sql;
}

const raw = (text: string, ...values: SqlValue[]): Sql => ({ text, values });

/** The condition of a clause on a row `t` with its words, keys and text. */
export function clauseSql({ any, not }: Clause, words: FacetWords, dialect: Dialect): Sql {
  const masks = new Map<number, number>();
  const users: number[] = [];
  const others: Sql[] = [];
  for (const condition of any) {
    const place = 'facet' in condition ? words.placeOf(condition.facet) : null;
    if (place) masks.set(place.word, (masks.get(place.word) ?? 0) + place.bit);
    else if ('facet' in condition) users.push(condition.facet);
    else others.push(otherSql(condition, dialect));
  }
  const facets = users.map(() => '?').join();
  const parts = [
    ...[...masks].map(([word, mask]) => raw(`(t.w${word} & ?) <> 0`, mask)),
    ...(users.length > 0 ? [raw(`t.id in (select id from facet where facet in (${facets}))`, ...users)] : []),
    ...others,
  ];
  const holds = parts.length === 0 ? raw('false') : joined(parts, ' or ');
  return { text: `${not ? 'not ' : ''}(${holds.text})`, values: holds.values };
}

function otherSql(condition: Exclude<Condition, { facet: number }>, dialect: Dialect): Sql {
  if ('rows' in condition) throw new Error('No question depends on the activity of users.');
  if ('ids' in condition) return dialect.isOneOf(condition.ids);
  if ('contains' in condition) return dialect.contains(condition.contains);
  const key = `t.k${condition.order}`;
  const bounds = [
    ...(condition.min === null ? [] : [raw(`${key} >= ?`, condition.min)]),
    ...(condition.max === null ? [] : [raw(`${key} <= ?`, condition.max)]),
  ];
  const inside = bounds.length === 0 ? raw(`${key} is not null`) : joined(bounds, ' and ');
  // of a row without a key this is false, not unknown: `not` must find it
  return { text: `(${key} is not null and ${inside.text})`, values: inside.values };
}

/**
 * The parts of an order that a page may be in, in the order of the walk, each with its condition: rows with a key, then those without,
 * or the other way round going back.
 */
export function partsOf(
  { order, descending, page, cursor }: Question,
  cursorKey: SortKey,
): { readonly where: Sql; readonly orderBy: string }[] {
  const back = page === 'before';
  const falls = descending !== back;
  const [side, direction] = falls ? ['<', 'desc'] : ['>', 'asc'];
  const key = `t.k${order}`;
  const keyed = { where: raw(`${key} is not null`), orderBy: `${key} ${direction}, t.id ${direction}` };
  const unkeyed = { where: raw(`${key} is null`), orderBy: `t.id ${direction}` };
  if (page === 'first') return [keyed, unkeyed];
  if (cursorKey === null) {
    const rest = { ...unkeyed, where: raw(`${key} is null and t.id ${side} ?`, cursor) };
    return back ? [rest, keyed] : [rest];
  }
  // to DuckDB, a row with null is greater than others
  const isBeyond = `${key} is not null and (${key}, t.id) ${side} (?, ?)`;
  const rest = { ...keyed, where: raw(isBeyond, cursorKey, cursor) };
  return back ? [rest] : [rest, unkeyed];
}
