import { sql } from 'kysely';
import type { SiteScope } from '#db/for-site.ts';
import { PackTrackStatus } from '#lib/codes/pack.ts';

/** Recalculates the number of approved tracks of packs, and their environments. */
export async function recountPacks({ db, site }: SiteScope, packIds: readonly number[]): Promise<void> {
  await sql`
    update pack k set tracks = c.tracks, environments = c.environments
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
