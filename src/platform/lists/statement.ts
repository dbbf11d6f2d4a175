import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { rowJson } from './fields.ts';
import type { List } from './list.ts';
import type { Shape } from './request.ts';
import { slots } from './slots.ts';

/** A statement whose values are still open (Slots among `parameters`). It answers rows with one column, `row`: JSON text. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/** Compiles the statement of a shape. */
export function compileStatement<DB, TB extends keyof DB, Row, A extends string>(
  db: Kysely<Database>,
  list: List<DB, TB, Row, A>,
  shape: Shape<A>,
): Statement {
  const key = list.orders[Math.ceil(shape.order / 2)];
  if (!key) throw new Error(`${list.name} has no order ${shape.order}`);
  const ascending = (shape.order % 2 === 1) !== (shape.page === 'before');
  const direction = ascending ? 'asc' : 'desc';
  let query = list
    .from(db)
    .select((eb) => rowJson(list.fields, shape.asked, eb).as('row'))
    .orderBy((eb) => key(eb), direction)
    .orderBy((eb) => list.id(eb), direction)
    .limit(slots.limit);
  query = query.where((eb) => {
    const seen = list.visible(eb, shape.audience);
    const parts = seen ? [seen] : [];
    for (const name of shape.filters) {
      const declared = list.filters[name];
      if (declared) parts.push(declared.where(eb, name));
    }
    return eb.and(parts);
  });
  if (shape.page !== 'first') {
    const compare = sql.raw((ascending ? '>' : '<') + (shape.page === 'from' ? '=' : ''));
    // The cursor row is found by id, whatever the filters say of it now; each sub-select runs once and stays indexable.
    const at = cursorRow(db, list, shape.audience).select((eb) => sql`${key(eb)}`.as('at'));
    query = query.where(
      (eb) => sql<boolean>`(${key(eb)}, ${list.id(eb)}) ${compare} (${at}, ${slots.cursor})`,
    );
  }
  const { sql: text, parameters } = query.compile();
  // named by its text: equal names can never stand for different statements, whichever bundle compiled them
  const name = `${list.name}-${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`;
  return { name, text, parameters };
}

/** The row a cursor names, when this audience may see it: a hidden row must not be measurable by its place. */
export function cursorRow<DB, TB extends keyof DB, Row, A extends string>(
  db: Kysely<Database>,
  list: List<DB, TB, Row, A>,
  audience: A,
) {
  return list
    .from(db)
    .where((eb) => eb(list.id(eb), '=', slots.cursor))
    .where((eb) => eb.and([list.visible(eb, audience)].filter((part) => part !== null)));
}
