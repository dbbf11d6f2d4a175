import { sql } from 'kysely';
import type { SiteScope } from '#db/for-site.ts';
import { platformType, stuntsType } from '#lib/codes/track.ts';
import { respawnPenaltyMs } from '../gap.ts';

const effort = (time: string, respawns: string) =>
  sql`(${sql.ref(time)} + ${sql.lit(respawnPenaltyMs)}::bigint * ${sql.ref(respawns)})`;

/** The best result of track `t`, and that of replay `r`, as the two sides of a ratio: the larger the ratio, the better. */
const sides = {
  own: sql`case t.primary_type when ${sql.lit(stuntsType)} then coalesce(r.replay_score, 0)
    when ${sql.lit(platformType)} then ${effort('t.record_time_ms', 't.record_respawns')} else t.record_time_ms end`,
  best: sql`case t.primary_type when ${sql.lit(stuntsType)} then t.record_score
    when ${sql.lit(platformType)} then ${effort('r.replay_time_ms', 'r.respawns')} else r.replay_time_ms end`,
};

/**
 * The quality of ranked replay `r` compared with the record of its track `t`, from 0 to 1: the same as `quality` of the pure rules.
 * 1 if the best Stunts run has no points.
 */
export const qualitySql = sql<number>`least(1, coalesce((${sides.own})::double precision / nullif(${sides.best}, 0), 1))`;

/** floor(value × quality), calculated with whole numbers so that no rounding can lose a point. */
export const standardPointsSql = sql<number>`least(t.track_value,
  coalesce(t.track_value::bigint * (${sides.own}) / nullif(${sides.best}, 0), t.track_value))::integer`;

/** Stores what a ranked replay contributes to the value of its track: never less than the replay that it replaced. */
export async function storeContribution(
  { db, site }: SiteScope,
  replayId: number,
  contribution: number,
  previousBestId: number | null,
): Promise<void> {
  await sql`
    update replay r set contribution = greatest(${contribution}::integer, coalesce((select p.contribution from replay p
      where p.site = r.site and p.replay_id = ${previousBestId}::integer), 0))
    where r.site = ${site.code} and r.replay_id = ${replayId}`.execute(db);
}

/**
 * When a track becomes Standard: ranked replays without a contribution get one by the last snapshot of the board of the track's
 * environment.
 */
export async function fillContributions(
  { db, site }: SiteScope,
  trackId: number,
  environment: number,
): Promise<void> {
  await sql`
    with leader as (
      select coalesce((select score from board_snapshot where site = ${site.code} and board = 0
        and environment = ${environment} order by position limit 1), 0) as score
    )
    update replay r set contribution = case when l.score = 0 then 1000 else greatest(100, 10000::bigint * coalesce(
      (select s.score from board_snapshot s where s.site = r.site and s.board = 0 and s.environment = ${environment}
        and s.user_id = r.user_id), 0) / l.score) end
    from leader l
    where r.site = ${site.code} and r.track_id = ${trackId} and r.is_best and r.contribution = 0`.execute(db);
}
