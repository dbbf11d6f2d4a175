import { sql } from 'kysely';
import { forSite, type SiteScope } from '#db/for-site.ts';
import { PackTrackStatus } from '#lib/codes/pack.ts';
import { stripGameText } from '#lib/game-text/parse.ts';

/** Where a track is in its pack. */
export interface Place {
  readonly status: PackTrackStatus;
  /** from 1; null unless approved */
  readonly position: number | null;
}

/** A track of a pack. */
export interface Entry extends Place {
  readonly trackId: number;
  readonly addedBy: number;
  readonly addedAt: Date;
}

/** The entry of a track with the name of the track; null if it is not listed. */
export async function entryOf(
  tx: SiteScope,
  packId: number,
  trackId: number,
): Promise<(Entry & { readonly name: string }) | null> {
  const row = await forSite(tx, 'pack_track')
    .innerJoin('track', (join) =>
      join.onRef('track.site', '=', 'pack_track.site').onRef('track.track_id', '=', 'pack_track.track_id'),
    )
    .where('pack_track.pack_id', '=', packId)
    .where('pack_track.track_id', '=', trackId)
    .select(['pack_track.status', 'pack_track.position', 'added_by', 'added_at', 'track.name'])
    .executeTakeFirst();
  if (!row) return null;
  return {
    trackId,
    name: trackName(trackId, row.name),
    status: row.status as PackTrackStatus, // the table's check allows no other
    position: row.position,
    addedBy: row.added_by,
    addedAt: row.added_at,
  };
}

/** The display name of a track. */
export const trackName = (trackId: number, name: string): string => stripGameText(name) || `Track ${trackId}`;

export const isApproved = ({ status }: Pick<Place, 'status'>): boolean => status === PackTrackStatus.approved;

/**
 * Moves a track of a locked pack from one place to another, and the approved tracks in between by one: one statement, however many
 * they are.
 */
export async function place(
  { db, site }: SiteScope,
  packId: number,
  trackId: number,
  { from, to }: { readonly from: Place; readonly to: Place },
): Promise<void> {
  const { first, last, by } = shiftOf(from.position, to.position);
  await sql`
    update pack_track x set
      status = case when x.track_id = ${trackId} then ${to.status}::smallint else x.status end,
      position = case when x.track_id = ${trackId} then ${to.position}::integer else x.position + ${by}::integer end
    where x.site = ${sql.lit(site.code)} and x.pack_id = ${packId}
      and (x.track_id = ${trackId} or x.position between ${first}::integer and ${last}::integer)`.execute(db);
}

const end = 2_000_000_000;

/** Which other positions change when a track leaves one and takes another; null: it has none. */
function shiftOf(from: number | null, to: number | null): { first: number; last: number; by: 1 | -1 } {
  if (from === null) return { first: to ?? end, last: end, by: 1 };
  if (to === null) return { first: from + 1, last: end, by: -1 };
  return from < to ? { first: from + 1, last: to, by: -1 } : { first: to, last: from - 1, by: 1 };
}

interface NewEntries extends Place {
  readonly addedBy: number;
  readonly addedAt: Date;
}

/** Lists tracks in a locked pack. If they are approved, the first one takes `position`, and the others follow it. */
export async function insertEntries(
  { db, site }: SiteScope,
  packId: number,
  trackIds: readonly number[],
  { status, position, addedBy, addedAt }: NewEntries,
): Promise<void> {
  if (position !== null)
    await sql`
      update pack_track set position = position + ${trackIds.length}::integer
      where site = ${site.code} and pack_id = ${packId} and position >= ${position}::integer`.execute(db);
  await sql`
    insert into pack_track (site, pack_id, track_id, status, position, added_by, added_at)
    select ${site.code}, ${packId}, n.track_id, ${status}, ${position}::integer + n.nth::integer - 1, ${addedBy}, ${addedAt}
    from unnest(${[...trackIds]}::integer[]) with ordinality n (track_id, nth)`.execute(db);
}

/** Removes tracks from a locked pack and closes up the positions. */
export async function deleteEntries(
  { db, site }: SiteScope,
  packId: number,
  trackIds: readonly number[],
): Promise<void> {
  const { rows } = await sql<{ position: number }>`
    delete from pack_track where site = ${site.code} and pack_id = ${packId}
      and track_id = any(${[...trackIds]}::integer[])
    returning position`.execute(db);
  const left = rows.flatMap(({ position }) => position ?? []);
  if (left.length === 0) return;
  await sql`
    update pack_track x set position = x.position - (
      select count(*)::integer from unnest(${left}::integer[]) l where l < x.position)
    where x.site = ${site.code} and x.pack_id = ${packId} and x.position > ${Math.min(...left)}::integer`.execute(
    db,
  );
}
