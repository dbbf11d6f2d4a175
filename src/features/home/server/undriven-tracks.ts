import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { tileFields } from '#features/tracks/list/fields.ts';
import { listTracks } from '#features/tracks/list/server/list.ts';
import { countedReplayTypes } from '#lib/codes/track.ts';
import type { Ctx } from '#platform/context.ts';

/** How many tracks are shown. */
const shown = 4;
/** Places in the index that are looked up; some lead to the same author. */
const probes = 24;

/**
 * The condition of the index `track_undriven`: public tracks of at most a minute without a ranked replay, on which replays count.
 * Without an author time nobody has shown that a track can be finished.
 */
const isUndriven = sql<boolean>`t.replays = 0 and t.is_public and t.is_listed and not t.is_beta
  and t.replay_type in (${sql.join(countedReplayTypes.map(sql.lit))}) and t.author_time_ms between 1 and 60000`;

/** Fractions of the id range, the same all day in every process. */
function placesOf(site: string, day: string): number[] {
  return Array.from({ length: probes }, (_, n) => {
    const digest = createHash('sha256').update(`${site} ${day} ${n}`).digest();
    return digest.readUInt32BE() / 2 ** 32;
  });
}

/** Ids of the day, one per author. Each probe reads one entry of the index. */
export async function undrivenIds({ db, site, clock }: Ctx): Promise<number[]> {
  const places = placesOf(site.code, clock.now().toISOString().slice(0, 10));
  const { rows } = await sql<{ track_id: number; uploader_id: number }>`
    select t.track_id, t.uploader_id
    from (
      select (select min(t.track_id) from track t where t.site = ${site.code} and ${isUndriven}) as low,
        (select max(t.track_id) from track t where t.site = ${site.code} and ${isUndriven}) as high
    ) span
    cross join unnest(${places}::float8[]) with ordinality as place (fraction, n)
    cross join lateral (
      select t.track_id, t.uploader_id from track t
      where t.site = ${site.code} and ${isUndriven}
        and t.track_id >= span.low + floor(place.fraction * (span.high - span.low + 1))::integer
      order by t.track_id limit 1
    ) t
    order by place.n`.execute(db);
  const authors = new Set<number>();
  const ids: number[] = [];
  for (const { track_id, uploader_id } of rows) {
    if (authors.has(uploader_id) || ids.length === shown) continue;
    authors.add(uploader_id);
    ids.push(track_id);
  }
  return ids;
}

/** Short tracks that nobody has driven: a different selection every day, with one track per author. */
export async function undrivenTracks(ctx: Ctx) {
  const ids = await undrivenIds(ctx);
  const { Results } = await listTracks(ctx, { fields: tileFields, id: ids });
  return ids.flatMap((id) => Results.find(({ TrackId }) => TrackId === id) ?? []);
}
