import { type RawBuilder, sql } from 'kysely';
import type { SiteScope } from '#db/for-site.ts';
import { platformType, stuntsType } from '#lib/codes/track.ts';
import { respawnPenaltyMs } from '../../gap.ts';

/** The columns of a result: those of a replay, or of the record of a track. */
interface ResultColumns {
  readonly time: RawBuilder<unknown>;
  readonly respawns: RawBuilder<unknown>;
  readonly score: RawBuilder<unknown>;
}

const own: ResultColumns = {
  time: sql`r.replay_time_ms`,
  respawns: sql`r.respawns`,
  score: sql`coalesce(r.replay_score, 0)`,
};

const recordOfTrack: ResultColumns = {
  time: sql`t.record_time_ms`,
  respawns: sql`t.record_respawns`,
  score: sql`t.record_score`,
};

const effort = ({ time, respawns }: ResultColumns) =>
  sql`(${time} + ${sql.lit(respawnPenaltyMs)}::bigint * ${respawns})`;

/** The best result on track `t` and that of replay `r` as the two sides of a ratio: the larger the ratio, the better the replay. */
const sidesOf = (best: ResultColumns) => ({
  own: sql`case t.primary_type when ${sql.lit(stuntsType)} then ${own.score}
    when ${sql.lit(platformType)} then ${effort(best)} else ${best.time} end`,
  best: sql`case t.primary_type when ${sql.lit(stuntsType)} then ${best.score}
    when ${sql.lit(platformType)} then ${effort(own)} else ${own.time} end`,
});

/**
 * The quality of ranked replay `r` compared with the best result, from 0 to 1: 1 if the
 * best Stunts run has no points.
 */
const qualityOf = (best: ResultColumns) => {
  const sides = sidesOf(best);
  return sql<number>`least(1, coalesce((${sides.own})::double precision / nullif(${sides.best}, 0), 1))`;
};

/** floor(value × quality), calculated with whole numbers so that no rounding can lose a point. */
const pointsOf = (best: ResultColumns) => {
  const sides = sidesOf(best);
  return sql<number>`least(t.track_value,
    coalesce(t.track_value::bigint * (${sides.own}) / nullif(${sides.best}, 0), t.track_value))::integer`;
};

/** Points on a Standard track, compared with its record. */
export const standardPointsSql = pointsOf(recordOfTrack);

/**
 * For sums that everyone sees. They must not reveal a secret result: the replay gives no points until its result is shown, and
 * others are compared with `v`, the best result shown, where the record of their track is secret. Requires `shownBest` in the
 * statement.
 */
const shownRecord: ResultColumns = {
  time: sql`coalesce(v.replay_time_ms, t.record_time_ms)`,
  respawns: sql`coalesce(v.respawns, t.record_respawns)`,
  score: sql`coalesce(v.replay_score, t.record_score)`,
};
export const shownPointsSql = pointsOf(shownRecord);
export const shownQualitySql = qualityOf(shownRecord);

/** The join of `v` with replay `r` of track `t`: no row, read without searching the track, unless its record is secret. */
export const shownBest = (site: string): RawBuilder<unknown> => sql`
  left join lateral (
    select o.replay_time_ms, o.respawns, o.replay_score from replay o
    where o.site = ${sql.lit(site)} and o.track_id = t.track_id and o.is_best and o.secret_until is null
      and t.record_replay_id in (select s.replay_id from replay s where s.site = ${sql.lit(site)} and s.secret_until is not null)
    order by o.result, o.replay_at, o.replay_id limit 1
  ) v on true`;

/** Stores what a ranked replay `r` contributes to the value of its track: never less than the replay that it replaced. */
export async function storeContribution(
  { db, site }: SiteScope,
  replayId: number,
  contribution: RawBuilder<number>,
  previousBestId: number | null,
): Promise<void> {
  await sql`
    update replay r set contribution = greatest((${contribution})::integer, coalesce((select p.contribution from replay p
      where p.site = ${sql.lit(site.code)} and p.replay_id = ${previousBestId}::integer), 0))
    where r.site = ${sql.lit(site.code)} and r.replay_id = ${replayId}`.execute(db);
}

/** When a track becomes Standard: gives ranked replays `r` without a contribution this one. */
export async function storeContributions(
  { db, site }: SiteScope,
  trackId: number,
  contribution: RawBuilder<number>,
): Promise<void> {
  await sql`
    update replay r set contribution = (${contribution})::integer
    where r.site = ${sql.lit(site.code)} and r.track_id = ${trackId} and r.is_best and r.contribution = 0`.execute(
    db,
  );
}
