import { type RawBuilder, sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { medalsOf } from '#features/tracks/model.ts';
import { recountRecords } from '#features/tracks/server/recount.ts';
import { targetsIn } from '#features/tracks/server/repo.ts';
import { countDriven } from '#features/users/server/counters.ts';
import type { MedalSource } from '#lib/codes/track.ts';
import type { TxCtx } from '#platform/context.ts';

/** The medal of a replay `r`, as medalOf calculates it. */
function medalSql(targets: MedalSource): RawBuilder<number> {
  const { unit, author, gold, silver, bronze } = medalsOf(targets);
  const own = {
    time: sql`r.replay_time_ms`,
    respawns: sql`r.respawns`,
    points: sql`-coalesce(r.replay_score, 0)`,
  }[unit];
  const isWon = (goal: number | null) =>
    sql`${own} <= ${goal !== null && unit === 'points' ? -goal : goal}::bigint`;
  return sql<number>`case when ${isWon(author)} then 4 when ${isWon(gold)} then 3 when ${isWon(silver)} then 2
    when ${isWon(bronze)} then 1 else 0 end`;
}

/** A version of a locked track, and what its medals follow from. */
interface ReadVersion {
  readonly trackId: number;
  readonly version: number;
  readonly targets: MedalSource;
}

interface Corrected {
  readonly userId: number;
  readonly before: number;
  readonly after: number;
  /** ranked, and its result is not secret */
  readonly isCounted: boolean;
  readonly isRanked: boolean;
}

/**
 * Gives the replays of a version the medals of its file. Those posted before the targets of former versions were stored have no medal
 * if the version was not the current one at the time.
 */
export async function correctMedals(tx: TxCtx, { trackId, version, targets }: ReadVersion): Promise<void> {
  const { rows } = await sql<Corrected>`
    with was as (
      select r.replay_id, r.medal as before, (${medalSql(targets)})::smallint as after from replay r
      where r.site = ${tx.site.code} and r.track_id = ${trackId} and r.track_version = ${version}
    )
    update replay r set medal = was.after from was
    where r.site = ${tx.site.code} and r.replay_id = was.replay_id and was.after <> was.before
    returning r.user_id as "userId", was.before, was.after, r.is_best as "isRanked",
      r.is_best and r.secret_until is null as "isCounted"`.execute(tx.db);
  // in the order of their ids, to avoid deadlocks
  for (const { userId, before, after } of rows
    .filter(({ isCounted }) => isCounted)
    .sort((a, b) => a.userId - b.userId))
    await countDriven(tx, userId, { trackId, replays: 0, medalBefore: before, medalAfter: after });
  if (rows.some(({ isRanked }) => isRanked)) await recountRecords(tx, [trackId]);
}

/** Gives replays that came to the current version of a locked track its medals: with the same blocks, a file may have others. */
export async function giveCurrentMedals(tx: TxCtx, trackId: number): Promise<void> {
  const track = await forSite(tx, 'track')
    .where('track_id', '=', trackId)
    .select(['current_version', 'primary_type', 'author_time_ms', 'author_score'])
    .select(['gold_target', 'silver_target', 'bronze_target'])
    .executeTakeFirstOrThrow();
  await correctMedals(tx, { trackId, version: track.current_version, targets: targetsIn(track) });
}
