import { type RawBuilder, sql } from 'kysely';
import type { SiteScope } from '#db/for-site.ts';
import { storeContribution, storeContributions } from '#features/replays/ranking/server/counters.ts';
import { contribution, contributionsPerTrack, largestTrackValue } from '../model.ts';

/** What the driver of ranked replay `r` adds to the value of its track, by the last snapshot of the board of its environment. */
function contributionSql(site: string, environment: number) {
  const board = sql`from board_snapshot s where s.site = ${sql.lit(site)} and s.board = 0 and s.environment = ${environment}::integer`;
  const leader = sql`coalesce((select s.score ${board} order by s.position limit 1), 0)`;
  const own = sql`coalesce((select s.score ${board} and s.user_id = r.user_id), 0)`;
  return sql<number>`case when ${leader} = 0 then ${sql.lit(contribution.withoutLeader)}
    else greatest(${sql.lit(contribution.least)}, ${sql.lit(contribution.leader)}::bigint * ${own} / ${leader}) end`;
}

/** Stores what a posted replay contributes. */
export const contribute = (
  scope: SiteScope,
  replayId: number,
  environment: number,
  previousBestId: number | null,
): Promise<void> =>
  storeContribution(scope, replayId, contributionSql(scope.site.code, environment), previousBestId);

/** When a track becomes Standard: stores what its ranked replays contribute that have no contribution. */
export const fillContributions = (scope: SiteScope, trackId: number, environment: number): Promise<void> =>
  storeContributions(scope, trackId, contributionSql(scope.site.code, environment));

/** The value of a track by the contributions of its ranked drivers, as a query. */
export const contributedValue = ({ site }: SiteScope, trackId: number): RawBuilder<unknown> => sql`
  select least(${sql.lit(largestTrackValue)}, coalesce(sum(contribution), 0))::integer as value from (
    select contribution from replay where site = ${sql.lit(site.code)} and track_id = ${trackId} and is_best and contribution > 0
    order by contribution desc limit ${sql.lit(contributionsPerTrack)}
  ) c`;
