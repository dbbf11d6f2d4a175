import type { Expression, ExpressionBuilder, Kysely, SelectQueryBuilder, SqlBool } from 'kysely';
import type { Database } from '#db/database.ts';
import { isModerator } from '#lib/codes/level.ts';
import { filterSlot, slots } from '#platform/lists/slots.ts';
import type { Viewer } from '#platform/viewer.ts';

/** The source of all track lists. */
export const fromTracks = (db: Kysely<Database>) => fromAllTracks(db).where('t.deleted_at', 'is', null);

/** The tracks of all lists and those that were deleted, until they are removed. */
export const fromAllTracks = (db: Kysely<Database>) =>
  db.selectFrom('track as t').where('t.site', '=', slots.site);

export type TracksDB =
  ReturnType<typeof fromTracks> extends SelectQueryBuilder<infer DB, infer _TB, infer _O> ? DB : never;
export type TracksEB = ExpressionBuilder<TracksDB, 't'>;

/** The part of the viewer that determines which tracks are visible; `secret`: any request with the secret of a link. */
export type TrackAudience = 'everyone' | 'member' | 'moderator' | 'secret';

export function trackAudience(viewer: Viewer): TrackAudience {
  if (isModerator(viewer)) return 'moderator';
  return viewer.userId === 0 ? 'everyone' : 'member';
}

/** The rule maySee of model.ts as a condition; null: all tracks. */
export function visibleTracks(eb: TracksEB, audience: TrackAudience): Expression<SqlBool> | null {
  if (audience === 'moderator') return null;
  const isPublic = eb('t.is_public', '=', eb.lit(true));
  const isListed = eb('t.is_listed', '=', eb.lit(true));
  if (audience === 'secret')
    return eb.and([isPublic, eb.or([isListed, eb('t.secret_key', '=', filterSlot<string>('secret'))])]);
  const open = eb.and([isPublic, isListed]);
  if (audience === 'everyone') return open;
  // with an offset it runs only for the few tracks that are not public; without, all tracks of the viewer are read first
  return eb.or([open, eb.exists(ownAuthorship(eb).offset(eb.lit(0)))]);
}

/** The tracks that this audience may see, and those that were public and listed until they were deleted; null: all tracks. */
export function onceVisibleTracks(eb: TracksEB, audience: TrackAudience): Expression<SqlBool> | null {
  const seen = visibleTracks(eb, audience);
  if (seen === null) return null;
  return eb.or([
    eb.and([eb('t.deleted_at', 'is', null), seen]),
    eb.and([eb('t.was_public', '=', eb.lit(true)), eb('t.was_listed', '=', eb.lit(true))]),
  ]);
}

/** The viewer's authorship, including invitations: invited users must be able to see the track. */
export const ownAuthorship = (eb: TracksEB) =>
  eb
    .selectFrom('track_author as own')
    .where('own.site', '=', slots.site)
    .whereRef('own.track_id', '=', 't.track_id')
    .where('own.user_id', '=', slots.viewer)
    .select((eb2) => eb2.lit(1).as('one'));
