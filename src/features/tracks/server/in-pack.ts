import { type Expression, type SqlBool, sql } from 'kysely';
import { PackTrackStatus } from '#lib/codes/pack.ts';
import { filterSlot, slots } from '#platform/lists/slots.ts';
import { ownAuthorship, type TrackAudience, type TracksEB } from './source.ts';

/** The track's entry in the pack that `packid` names. */
export const packEntry = (eb: TracksEB) =>
  eb
    .selectFrom('pack_track as x')
    .where('x.site', '=', slots.site)
    .where('x.pack_id', '=', sql<number>`${filterSlot<number>('packid')}::integer`)
    .whereRef('x.track_id', '=', 't.track_id');

/** Whether the asking person made or manages the pack `x` belongs to. */
const manages = sql<boolean>`(k.owner_id = ${slots.viewer}::integer or exists (select from pack_manager m
  where m.site = ${slots.site} and m.pack_id = k.pack_id and m.user_id = ${slots.viewer}))`;

/**
 * The track is in the pack with one of the statuses asked for, approved unless told otherwise, and this audience may
 * know it (spec §4): of packs that are hidden or keep their list, managers alone; of what is not approved, its authors too.
 */
export function isInPack(eb: TracksEB, audience: TrackAudience): Expression<SqlBool> {
  const wanted = sql<
    number[]
  >`coalesce(${filterSlot<number[]>('status')}::integer[], array[${sql.lit(PackTrackStatus.approved)}])`;
  const approved = eb.lit<number>(PackTrackStatus.approved);
  const entry = packEntry(eb)
    .innerJoin('pack as k', (join) =>
      join.onRef('k.site', '=', 'x.site').onRef('k.pack_id', '=', 'x.pack_id'),
    )
    .where('k.site', '=', slots.site)
    .where(sql<boolean>`x.status = any(${wanted})`)
    .select((one) => one.lit(1).as('one'));
  if (audience === 'moderator') return eb.exists(entry);
  const open = sql<boolean>`k.is_public and k.map_list_released`;
  return eb.exists(
    entry.where((of) => {
      const shown = of.and([open, of('x.status', '=', approved)]);
      return audience === 'everyone' ? shown : of.or([shown, manages, of.exists(ownAuthorship(eb))]);
    }),
  );
}
