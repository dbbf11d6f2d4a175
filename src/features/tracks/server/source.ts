import type { Expression, ExpressionBuilder, Kysely, SelectQueryBuilder, SqlBool } from 'kysely';
import type { Database } from '#db/database.ts';
import { isModerator } from '#lib/codes/level.ts';
import { slots } from '#platform/lists/slots.ts';
import type { Viewer } from '#platform/viewer.ts';

/** Where rows come from in every list of tracks. */
export const fromTracks = (db: Kysely<Database>) =>
  db.selectFrom('track as t').where('t.site', '=', slots.site).where('t.deleted_at', 'is', null);

export type TracksDB =
  ReturnType<typeof fromTracks> extends SelectQueryBuilder<infer DB, infer _TB, infer _O> ? DB : never;
export type TracksEB = ExpressionBuilder<TracksDB, 't'>;

/** Who is asking, as far as it changes which tracks there are. */
export type TrackAudience = 'everyone' | 'member' | 'moderator';

export function trackAudience(viewer: Viewer): TrackAudience {
  if (isModerator(viewer)) return 'moderator';
  return viewer.userId === 0 ? 'everyone' : 'member';
}

/** The rule of model.ts (maySee) as a condition; null: every track. */
export function visibleTracks(eb: TracksEB, audience: TrackAudience): Expression<SqlBool> | null {
  if (audience === 'moderator') return null;
  const open = eb.and([eb('t.is_public', '=', eb.lit(true)), eb('t.is_listed', '=', eb.lit(true))]);
  if (audience === 'everyone') return open;
  // with an offset it is looked up for the few tracks that are not open; without, all of a busy builder's are read first
  return eb.or([open, eb.exists(ownAuthorship(eb).offset(eb.lit(0)))]);
}

/** The asking person's place among the authors, invitations included: one must see what one is asked to join. */
export const ownAuthorship = (eb: TracksEB) =>
  eb
    .selectFrom('track_author as own')
    .where('own.site', '=', slots.site)
    .whereRef('own.track_id', '=', 't.track_id')
    .where('own.user_id', '=', slots.viewer)
    .select((eb2) => eb2.lit(1).as('one'));
