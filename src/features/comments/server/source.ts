import type { ExpressionBuilder, Kysely, SelectQueryBuilder } from 'kysely';
import type { Database } from '#db/database.ts';
import { slots } from '#platform/lists/slots.ts';

const fromCommentsAndAwards = (db: Kysely<Database>) =>
  db
    .selectFrom('comment as c')
    .innerJoin('track as t', (join) =>
      join.onRef('t.site', '=', 'c.site').onRef('t.track_id', '=', 'c.track_id'),
    )
    .where('c.site', '=', slots.site)
    .where('t.site', '=', slots.site);

/** Comments, each with its track; replies are nested. A removed comment stays because of its replies. */
export const fromComments = (db: Kysely<Database>) =>
  fromCommentsAndAwards(db)
    .where('c.parent_id', 'is', null)
    .where((eb) => eb('c.is_award', '=', eb.lit(false)));

/** Awards, each with its track. No award is a reply. */
export const fromAwards = (db: Kysely<Database>) =>
  fromCommentsAndAwards(db).where((eb) =>
    eb.and([eb('c.is_award', '=', eb.lit(true)), eb('c.deleted_at', 'is', null)]),
  );

export type CommentsDB =
  ReturnType<typeof fromComments> extends SelectQueryBuilder<infer DB, infer _TB, infer _O> ? DB : never;
export type CommentsEB = ExpressionBuilder<CommentsDB, 'c' | 't'>;
