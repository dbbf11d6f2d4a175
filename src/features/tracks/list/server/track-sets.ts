import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { PackTrackStatus } from '#lib/codes/pack.ts';
import { filterSlot, slots } from '#platform/lists/slots.ts';
import { userIds } from './person-filters.ts';
import { queueOwner, type TrackAudience, type TracksEB } from './source.ts';

/**
 * Sets of tracks from other tables: each is a query of TrackIds, usually few. Filters of the list test membership, the search
 * index fetches them.
 */
export type TrackSet = RawBuilder<{ track_id: number }>;

export const isIn = (eb: TracksEB, set: TrackSet): Expression<SqlBool> =>
  sql<boolean>`${eb.ref('t.track_id')} in (${set})`;

/** Tracks with one of these UIds, in any version. */
export const ofUid: TrackSet = sql`select v.track_id from track_version v
  where v.site = ${slots.site} and v.uid = any(${filterSlot<string[]>('uid')}::text[])`;

/** Tracks with an undeleted comment or award; an award is a comment with a trophy. */
export const commentedOnBy = (name: 'awardedby' | 'commentedby'): TrackSet =>
  sql`select c.track_id from comment c where c.site = ${slots.site} and c.user_id = any(${userIds(name)})
  and c.is_award = ${sql.lit(name === 'awardedby')} and c.deleted_at is null`;

/** Tracks driven by the user in replaysby, otherwise by the viewer. */
export const driven: TrackSet = sql`select distinct r.track_id from replay r
  where r.site = ${slots.site} and r.user_id = any(${userIds('replaysby')}) and r.deleted_at is null`;

export const ofVideo: TrackSet = sql`select v.track_id from track_video v
  join video w on w.site = v.site and w.video_id = v.video_id and w.removed_at is null
  where v.site = ${slots.site} and v.video_id = ${filterSlot<number>('videoid')}::integer`;

export const ofAchievement: TrackSet = sql`select e.track_id from achievement_earned e
  where e.site = ${slots.site} and e.achievement_id = ${filterSlot<number>('achievement')}::integer`;

export const featured: TrackSet = sql`select f.track_id from track_feature f where f.site = ${slots.site}`;

/** On the viewer's Play Later list. */
export const ownQueue: TrackSet = sql`select l.track_id from play_later l
  where l.site = ${slots.site} and l.user_id = ${slots.viewer}`;

/** On the viewer's Play Later list, or on that of a link. */
export const queued: TrackSet = sql`select l.track_id from play_later l
  where l.site = ${slots.site} and l.user_id = ${queueOwner}`;

export const downloaded: TrackSet = sql`select d.track_id from track_download d
  where d.site = ${slots.site} and d.user_id = ${slots.viewer}`;

const managesPack = sql<boolean>`(k.owner_id = ${slots.viewer}::integer or exists (select from pack_manager m
  where m.site = ${slots.site} and m.pack_id = k.pack_id and m.user_id = ${slots.viewer}))`;

const isOwnTrack = sql<boolean>`exists (select from track_author own where own.site = ${slots.site}
  and own.track_id = x.track_id and own.user_id = ${slots.viewer})`;

/**
 * Tracks of the pack that have one of the requested statuses (default: approved) and that this audience may see:
 * tracks of hidden packs and unreleased lists only for managers, unapproved tracks also for their authors.
 */
export function ofPack(audience: TrackAudience): TrackSet {
  const approved = sql.lit(PackTrackStatus.approved);
  const shown = sql<boolean>`(k.is_public and k.map_list_released and x.status = ${approved})`;
  const seen = {
    everyone: shown,
    member: sql<boolean>`(${shown} or ${managesPack} or ${isOwnTrack})`,
    moderator: sql<boolean>`true`,
    secret: shown,
  }[audience];
  return sql`select x.track_id from pack_track x join pack k on k.site = x.site and k.pack_id = x.pack_id
    where x.site = ${slots.site} and k.site = ${slots.site} and k.deleted_at is null
    and x.pack_id = ${filterSlot<number>('packid')}::integer
    and x.status = any(coalesce(${filterSlot<number[]>('status')}::integer[], array[${approved}])) and ${seen}`;
}

/** The viewer's favourites. */
export const favouriteIds = sql<number>`select f.favorite_id from favorite_user f
  where f.site = ${slots.site} and f.user_id = ${slots.viewer}`;

/** Current supporters. */
export const supporterIds = sql<number>`select p.user_id from profile p join account c on c.account_id = p.account_id
  where p.site = ${slots.site} and c.supporter_until > ${slots.now}::timestamptz`;
