import { type ExpressionBuilder, type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { slots, viewerIsModerator } from '#platform/lists/slots.ts';

/** The source of all replay lists, with tracks. Deleted replays are in none. */
export const fromReplays = (db: Kysely<Database>) =>
  db
    .selectFrom('replay as r')
    .innerJoin('track as t', (join) =>
      join.onRef('t.site', '=', 'r.site').onRef('t.track_id', '=', 'r.track_id'),
    )
    .where('r.site', '=', slots.site)
    .where('r.deleted_at', 'is', null)
    .where('t.site', '=', slots.site);

export type ReplaysDB =
  ReturnType<typeof fromReplays> extends SelectQueryBuilder<infer DB, infer _TB, infer _O> ? DB : never;
export type ReplaysEB = ExpressionBuilder<ReplaysDB, 'r' | 't'>;

/** Hidden from all except the driver, the track's authors and moderators until then. */
export const isSecret = (eb: ReplaysEB) =>
  eb.and([
    eb.fn.coalesce(sql<boolean>`r.secret_until > ${slots.now}`, eb.lit(false)),
    eb('r.user_id', '<>', slots.viewer),
    eb.not(viewerIsModerator),
    eb.not(
      eb.exists(
        eb
          .selectFrom('track_author as own')
          .where('own.site', '=', slots.site)
          .whereRef('own.track_id', '=', 'r.track_id')
          .where('own.user_id', '=', slots.viewer)
          .where('own.is_pending', '=', false)
          .select((one) => one.lit(1).as('one')),
      ),
    ),
  ]);
