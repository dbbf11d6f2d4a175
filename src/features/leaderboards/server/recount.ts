import { type RawBuilder, sql } from 'kysely';
import type { SiteScope } from '#db/for-site.ts';
import { recountPackValues } from '#features/packs/server/recount.ts';
import { packWorthDrivers, packWorthPerDriver } from '#features/packs/worth.ts';
import { shownBest, shownPointsSql, shownQualitySql } from '#features/replays/ranking/server/counters.ts';
import { PackTrackStatus } from '#lib/codes/pack.ts';
import { countedReplayTypes } from '#lib/codes/track.ts';
import {
  countingPerEnvironment,
  countingPerOverall,
  fixedWorth,
  pointsPerScore,
  standardLifeMs,
} from '../model.ts';

/** One edition at one time. */
export interface Moment extends SiteScope {
  readonly site: { readonly code: string; readonly environments: readonly number[] };
  readonly clock: { now(): Date };
}

/**
 * Locks drivers' boards until the end of the transaction, in id order to avoid deadlocks. Without it, a second transaction would
 * recount the driver without the replays of the first.
 */
async function lockDrivers({ db, site }: SiteScope, userIds: readonly number[]): Promise<void> {
  await sql`
    select count(pg_advisory_xact_lock(hashtext(${`boards of ${site.code}`}), o.user_id))
    from (select distinct u as user_id from unnest(${[...userIds]}::integer[]) u order by 1) o`.execute(db);
}

/**
 * Recalculates which replays of drivers count, and their rows on all leaderboards, from their ranked replays alone. Requires
 * ranked replays, records and track values. Writes only what changed.
 */
export async function recountDrivers(moment: Moment, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  const { db, site, clock } = moment;
  const users = [...userIds];
  const bestOf = (columns: RawBuilder<unknown>) => sql`
    select r.user_id, r.replay_id, ${columns}
    from replay r join track t on t.site = r.site and t.track_id = r.track_id ${shownBest(site.code)}
    where r.site = ${sql.lit(site.code)} and t.site = ${sql.lit(site.code)} and r.user_id = any(${users}::integer[]) and r.is_best
      and t.is_public and t.is_listed and t.replay_type in (${sql.join(countedReplayTypes.map(sql.lit))})`;
  const now = clock.now();
  const isOverall = site.environments.length > 1;
  const live = sql`
    select e.*, row_number() over (partition by user_id, environment order by points desc, replay_at, replay_id) as nth
    from (${bestOf(sql`t.environment, r.replay_at, ${shownPointsSql} as points`)}
      and t.replay_type = 0 and r.secret_until is null and r.replay_at > ${new Date(now.getTime() - standardLifeMs)}) e where points > 0`;
  const marked = sql`
    with mark as materialized (
      select user_id, replay_id, replay_at + ${standardLifeMs}::double precision * interval '1 millisecond' as expires_at,
        case when ${isOverall}::boolean and nth <= ${countingPerOverall}::integer then 2 else 1 end as mark
      from (${live}) l where nth <= ${countingPerEnvironment}::integer
    ), gone as (
      delete from counting_replay c where c.site = ${sql.lit(site.code)} and c.user_id = any(${users}::integer[])
        and not exists (select from mark m where m.user_id = c.user_id and m.replay_id = c.replay_id)
    )
    insert into counting_replay (site, user_id, replay_id, mark, expires_at)
    select ${sql.lit(site.code)}, user_id, replay_id, mark, expires_at from mark
    on conflict (site, user_id, replay_id) do update set mark = excluded.mark, expires_at = excluded.expires_at
      where (counting_replay.mark, counting_replay.expires_at) is distinct from (excluded.mark, excluded.expires_at)`;
  // each of these needs the ones before it
  await Promise.all([lockDrivers(moment, userIds), marked.execute(db), writeRows(moment, users, bestOf)]);
}

/** The rows of drivers on all boards, from their ranked replays and the marks of those that count. */
async function writeRows(
  { db, site }: Moment,
  users: number[],
  bestOf: (columns: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<void> {
  const overallMark = site.environments.length > 1 ? 2 : 1;
  const columns = sql`count(*) filter (where top_position = 0) as records, count(top_position) as top10s, count(*) as replays`;
  await sql`
    with best as materialized (
      select b.*, c.mark, q2 * q2 * q2 * q2 as q8
      from (${bestOf(sql`r.track_id, r.top_position, t.environment, t.replay_type, t.replays as drivers,
        case when t.replay_type = 0 then ${shownPointsSql} end as points,
        case when r.secret_until is null then ${shownQualitySql} * ${shownQualitySql} else 0 end as q2`)}) b
      left join counting_replay c on c.site = ${sql.lit(site.code)} and c.user_id = b.user_id and c.replay_id = b.replay_id
    ), entry as (
      select user_id, 0 as board, environment, (coalesce(sum(points) filter (where mark > 0), 0) / ${sql.lit(pointsPerScore)})::integer as score, ${columns}
      from best where replay_type = 0 group by user_id, environment
      union all
      select user_id, 0, 0, (coalesce(sum(points) filter (where mark >= ${overallMark}::integer), 0) / ${sql.lit(pointsPerScore)})::integer, ${columns}
      from best where replay_type = 0 group by user_id
      union all
      select user_id, replay_type, e.environment, sum(floor(${fixedWorth}::double precision * q8))::integer, ${columns}
      from best b cross join lateral (values (0::smallint), (b.environment)) e (environment)
      where replay_type <> 0 group by user_id, replay_type, e.environment
      union all
      select b.user_id, x.pack_id, 0,
        sum(floor((${packWorthPerDriver}::integer * least(${sql.lit(packWorthDrivers)}, b.drivers))::double precision * q8))::integer, ${columns}
      from best b join pack_track x on x.site = ${sql.lit(site.code)} and x.track_id = b.track_id and x.status = ${PackTrackStatus.approved}
      group by b.user_id, x.pack_id
    ), listed as materialized (select * from entry where score > 0), gone as (
      delete from leaderboard_row l where l.site = ${sql.lit(site.code)} and l.user_id = any(${users}::integer[])
        and not exists (select from listed n where (n.user_id, n.board, n.environment) = (l.user_id, l.board, l.environment))
    )
    insert into leaderboard_row as l (site, board, environment, user_id, score, records, top10s, replays)
    select ${sql.lit(site.code)}, board, environment, user_id, score, records, top10s, replays from listed
    on conflict (site, board, environment, user_id) do update set score = excluded.score, records = excluded.records,
      top10s = excluded.top10s, replays = excluded.replays
      where (l.score, l.records, l.top10s, l.replays)
        is distinct from (excluded.score, excluded.records, excluded.top10s, excluded.replays)`.execute(db);
}

/** Recalculates the values of the packs that contain a track: they depend on how many drivers it has. */
export async function countPacks({ db, site }: SiteScope, trackId: number): Promise<void> {
  const { rows } = await sql<{ pack_id: number }>`
    select pack_id from pack_track where site = ${sql.lit(site.code)} and track_id = ${trackId}
      and status = ${PackTrackStatus.approved}`.execute(db);
  await recountPackValues(
    { db, site },
    rows.map(({ pack_id }) => pack_id),
  );
}
