import type { ExpressionBuilder, Kysely, SelectQueryBuilder } from 'kysely';
import type { Database } from '#db/database.ts';
import { slots } from '#platform/lists/slots.ts';

/** The source of all replay lists, with tracks. Deleted replays are in none. */
export const fromReplays = (db: Kysely<Database>) => fromAllReplays(db).where('r.deleted_at', 'is', null);

/** Replays with tracks, deleted ones too. */
export const fromAllReplays = (db: Kysely<Database>) =>
  db
    .selectFrom('replay as r')
    .innerJoin('track as t', (join) =>
      join.onRef('t.site', '=', 'r.site').onRef('t.track_id', '=', 'r.track_id'),
    )
    .where('r.site', '=', slots.site)
    .where('t.site', '=', slots.site);

export type ReplaysDB =
  ReturnType<typeof fromReplays> extends SelectQueryBuilder<infer DB, infer _TB, infer _O> ? DB : never;
export type ReplaysEB = ExpressionBuilder<ReplaysDB, 'r' | 't'>;
