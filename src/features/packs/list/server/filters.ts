import { type Expression, type SqlBool, sql } from 'kysely';
import { type TrackAudience, trackIsSeen } from '#features/tracks/list/server/list.ts';
import { PackTrackStatus } from '#lib/codes/pack.ts';
import { filter, flagFilter, idsFilter, nameFilter, personFilter } from '#platform/lists/filters.ts';
import type { Filter } from '#platform/lists/list.ts';
import { id } from '#platform/lists/params.ts';
import { slots } from '#platform/lists/slots.ts';
import { manages, mapListIsSeen, type PacksDB, type PacksEB } from './source.ts';

/** The track is approved in the pack, and this audience may know it. */
const holds = (eb: PacksEB, trackId: Expression<number>, audience: TrackAudience): Expression<SqlBool> =>
  eb.and([
    mapListIsSeen(eb, audience),
    eb.exists(
      eb
        .selectFrom('pack_track as x')
        .innerJoin('track as t', (join) =>
          join.onRef('t.site', '=', 'x.site').onRef('t.track_id', '=', 'x.track_id'),
        )
        .where('x.site', '=', slots.site)
        .where('t.site', '=', slots.site)
        .whereRef('x.pack_id', '=', 'k.pack_id')
        .where('x.track_id', '=', trackId)
        .where('x.status', '=', PackTrackStatus.approved)
        .where((of) => trackIsSeen(of, audience))
        .select((one) => one.lit(1).as('one')),
    ),
  ]);

/** The filters of packs. */
export const packFilters: Readonly<Record<string, Filter<PacksDB, 'k', TrackAudience>>> = {
  id: idsFilter('PackIds', (eb) => eb.ref('k.pack_id')),
  name: nameFilter(
    'a part of the name, or a PackId',
    (eb) => eb.ref('k.name_folded'),
    (eb) => eb.ref('k.pack_id'),
  ),
  creator: personFilter('the name or UserId of the creator', (eb, isPerson) =>
    eb.exists(
      eb
        .selectFrom('profile as p')
        .where('p.site', '=', slots.site)
        .whereRef('p.user_id', '=', 'k.owner_id')
        .where(isPerson)
        .select((one) => one.lit(1).as('one')),
    ),
  ),
  trackid: filter('packs with this track', id, (eb, trackId, audience) => holds(eb, trackId, audience)),
  manageruserid: filter('packs this user created or manages', id, (eb, person) =>
    manages(eb, sql<number>`${person}`),
  ),
  inlegacy: flagFilter('legacy packs', (eb) => eb('k.is_legacy', '=', eb.lit(true))),
  insubmissions: flagFilter('packs that accept submissions', (eb) =>
    eb('k.allows_submissions', '=', eb.lit(true)),
  ),
};
