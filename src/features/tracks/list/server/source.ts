import {
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
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

/** The track's entry in the pack of `packid`; with that filter, rows are limited to those that this audience may see. */
export const packEntry = (eb: TracksEB) =>
  eb
    .selectFrom('pack_track as x')
    .where('x.site', '=', slots.site)
    .where('x.pack_id', '=', sql<number>`${filterSlot<number>('packid')}::integer`)
    .whereRef('x.track_id', '=', 't.track_id');

const key = sql<string>`${filterSlot<string>('sharedlist')}::text`;

/**
 * The owner of the requested Play Later list: that of the link in `sharedlist`, otherwise the viewer. An unknown link has no
 * user.
 */
export const queueOwner = sql<number>`(case when ${key} is null then ${slots.viewer}::integer else (
  select s.user_id from play_later_share s where s.site = ${slots.site} and s.secret_key = ${key}
    and not exists (select from profile o where o.site = s.site and o.user_id = s.user_id and o.closed_at is not null)) end)`;

/** The track's entry on that list. */
export const queueEntry = (eb: TracksEB) =>
  eb
    .selectFrom('play_later as l')
    .where('l.site', '=', slots.site)
    .where('l.user_id', '=', queueOwner)
    .whereRef('l.track_id', '=', 't.track_id');
