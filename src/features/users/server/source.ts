import { type ExpressionBuilder, type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { slots } from '#platform/lists/slots.ts';

/** The source of all user lists. `crew.level` is the highest role here; PostgreSQL drops the join if it is not used. */
export const fromUsers = (db: Kysely<Database>) =>
  db
    .selectFrom('profile as p')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('role_grant as g')
          .where((or) => or.or([or('g.site', 'is', null), or('g.site', '=', slots.site)]))
          .groupBy('g.account_id')
          .select((max) => ['g.account_id', max.fn.max('g.level').as('level')])
          .as('crew'),
      (join) => join.onRef('crew.account_id', '=', 'p.account_id'),
    )
    .where('p.site', '=', slots.site);

export type UsersDB =
  ReturnType<typeof fromUsers> extends SelectQueryBuilder<infer DB, infer _TB, infer _O> ? DB : never;
export type UsersEB = ExpressionBuilder<UsersDB, 'p' | 'crew'>;

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
