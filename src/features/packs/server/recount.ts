import { sql } from 'kysely';
import type { SiteScope } from '#db/for-site.ts';
import { PackTrackStatus } from '#lib/codes/pack.ts';
import { countedReplayTypes } from '#lib/codes/track.ts';
import { packWorthDrivers, packWorthPerDriver } from '../worth.ts';

/** Recalculates the number of approved tracks of packs, and their environments: the announced ones and those of the tracks. */
export async function recountPacks({ db, site }: SiteScope, packIds: readonly number[]): Promise<void> {
  await sql`
    update pack k set tracks = c.tracks,
      environments = array(select unnest(k.announced_environments || c.environments) as e group by e order by e)
    from (
      select k.pack_id, count(t.track_id) as tracks,
        coalesce(array_agg(distinct t.environment order by t.environment) filter (where t.track_id is not null), '{}')
          as environments
      from pack k
      left join pack_track x on x.site = k.site and x.pack_id = k.pack_id and x.status = ${PackTrackStatus.approved}
      left join track t on t.site = x.site and t.track_id = x.track_id
      where k.site = ${site.code} and k.pack_id = any(${[...packIds]}::integer[])
      group by k.pack_id
    ) c
    where k.site = ${site.code} and k.pack_id = c.pack_id`.execute(db);
}

/**
 * Recalculates the values of packs: what their approved tracks are worth. Uncompetitive and beta tracks and hidden
 * ones have none. Locks packs in id order, as everywhere, to avoid deadlocks.
 */
export async function recountPackValues({ db, site }: SiteScope, packIds: readonly number[]): Promise<void> {
  if (packIds.length === 0) return;
  const ids = [...packIds];
  await sql`select from pack where site = ${site.code} and pack_id = any(${ids}::integer[]) order by pack_id
    for no key update`.execute(db);
  await sql`
    update pack k set pack_value = c.value
    from (
      select k.pack_id, coalesce(sum(${sql.lit(packWorthPerDriver)} * least(${sql.lit(packWorthDrivers)}, coalesce(t.replays, 0))), 0)::integer as value
      from pack k
      left join pack_track x on x.site = k.site and x.pack_id = k.pack_id and x.status = ${PackTrackStatus.approved}
      left join track t on t.site = x.site and t.track_id = x.track_id and t.is_public and t.is_listed
        and t.replay_type in (${sql.join(countedReplayTypes.map(sql.lit))})
      where k.site = ${site.code} and k.pack_id = any(${ids}::integer[])
      group by k.pack_id
    ) c
    where k.site = ${site.code} and k.pack_id = c.pack_id and k.pack_value <> c.value`.execute(db);
}
