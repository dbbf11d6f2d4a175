import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Lookup } from '#platform/lists/filters.ts';
import { contains } from '#platform/lists/search-text.ts';
import { slots } from '#platform/lists/slots.ts';

const name = sql.ref<string>('p.name_folded');

/** Digits alone also find the user with that id, where the filter's variant says so. */
const orNumber = (isNamed: Expression<SqlBool>, part: RawBuilder<string>, variant: string) =>
  variant.endsWith('number')
    ? sql<boolean>`(${isNamed} or p.user_id = ${part}::text::integer)`
    : sql<boolean>`${isNamed}`;

/**
 * Users by a part of their names, for lists in which the user's profile is `p`. The index of the order by name contains names
 * and ids, so a word without a match costs one pass over that index.
 */
export const namedUsers = <DB, TB extends keyof DB>(
  number: (eb: ExpressionBuilder<DB, TB>) => Expression<number>,
): Lookup<DB, TB> => ({
  find(db, part, variant) {
    const users = db
      .selectFrom('profile as p')
      .where('p.site', '=', slots.site)
      .select(sql<string>`p.user_id::text`.as('row'))
      .limit(slots.limit);
    if (!variant.startsWith('short')) return users.where(() => orNumber(contains(name, part), part, variant));
    // without three letters in a row the trigram index would be read completely, and the table as well; sorted by name, only the other index is
    return users
      .where(() => orNumber(sql<boolean>`strpos(${name}, ${part}) > 0`, part, variant))
      .orderBy(name)
      .orderBy('p.user_id');
  },
  number,
  // unlike LIKE, strpos uses no index, and PostgreSQL assumes that it holds for every third row
  holds: (_, part, variant) => orNumber(sql<boolean>`strpos(${name}, ${part}) > 0`, part, variant),
});
