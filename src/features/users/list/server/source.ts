import { type ExpressionBuilder, type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { slots } from '#platform/lists/slots.ts';

/** The source of all user lists. */
export const fromUsers = (db: Kysely<Database>) =>
  db.selectFrom('profile as p').where('p.site', '=', slots.site);

export type UsersDB =
  ReturnType<typeof fromUsers> extends SelectQueryBuilder<infer DB, infer _TB, infer _O> ? DB : never;
export type UsersEB = ExpressionBuilder<UsersDB, 'p'>;

/** The roles that count on this site. */
const rolesHere = (eb: UsersEB) =>
  eb
    .selectFrom('role_grant as g')
    .where((or) => or.or([or('g.site', 'is', null), or('g.site', '=', slots.site)]));

/** The level of the user's highest role here; null without one. */
export const crewLevel = (eb: UsersEB) =>
  sql<number | null>`${rolesHere(eb)
    .whereRef('g.account_id', '=', 'p.account_id')
    .select((max) => max.fn.max('g.level').as('level'))}`;

/** Whether the user has a role here. An array: PostgreSQL reads it once, whatever its estimates. */
export const isCrew = (eb: UsersEB) =>
  sql<boolean>`${eb.ref('p.account_id')} = any(array(${rolesHere(eb).select('g.account_id')}))`;

/** Whether the user currently supports the site. */
export const isSupporter = (eb: UsersEB) =>
  eb.exists(
    eb
      .selectFrom('account as a')
      .whereRef('a.account_id', '=', 'p.account_id')
      .where('a.supporter_until', '>', sql<Date>`${slots.now}::timestamptz`)
      .select((one) => one.lit(1).as('one')),
  );

/** Whether the user is a favourite of the viewer. */
export const isFavorite = (eb: UsersEB) =>
  eb.exists(
    eb
      .selectFrom('favorite_user as f')
      .where('f.site', '=', slots.site)
      .where('f.user_id', '=', slots.viewer)
      .whereRef('f.favorite_id', '=', 'p.user_id')
      .select((one) => one.lit(1).as('one')),
  );

/** The user's years in the crew. */
export const formerService = (eb: UsersEB) =>
  eb.selectFrom('former_crew as c').where('c.site', '=', slots.site).whereRef('c.user_id', '=', 'p.user_id');
