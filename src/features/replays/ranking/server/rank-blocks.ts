import { type RawBuilder, sql } from 'kysely';
import type { SiteScope } from '#db/for-site.ts';

/** A track with more ranked replays than this is divided into blocks of half as many. */
export const largestBlock = 512;
const newBlock = largestBlock / 2;

/** The place of a replay in the order of its track. Dates stay text: JavaScript would lose their microseconds. */
export interface RankKey {
  readonly replayId: number;
  readonly result: string;
  readonly replayAt: string;
}

const keyOf = ({ result, replayAt, replayId }: RankKey) =>
  sql`(${result}::bigint, ${replayAt}::timestamptz, ${replayId}::integer)`;
const blockKey = sql`(b.result, b.replay_at, b.replay_id)`;

/** The position that a replay with this key has, or would have, among the ranked ones. Requires the blocks to be up to date. */
export const positionAt = (site: string, trackId: number, key: RankKey): RawBuilder<number> =>
  sql<number>`replay_position(${site}, ${trackId}::integer, ${key.result}::bigint, ${key.replayAt}::timestamptz,
    ${key.replayId}::integer)`;

/** Moves one driver of a locked track: their ranked replay was `from` and is `to`; null: none. */
export async function moveInBlocks(
  { db, site }: SiteScope,
  trackId: number,
  from: RankKey | null,
  to: RankKey | null,
): Promise<void> {
  const after = (key: RankKey | null) => (key ? sql`(${blockKey} > ${keyOf(key)})::integer` : sql`0`);
  const moved = sql`
    update rank_block b set before = before + ${after(to)} - ${after(from)}
    where b.site = ${sql.lit(site.code)} and b.track_id = ${trackId} and ${after(to)} <> ${after(from)}`;
  await Promise.all([moved.execute(db), to && splitBlock({ db, site }, trackId, to)]);
}

/** Divides the block of a new entry if it has become too large. */
async function splitBlock({ db, site }: SiteScope, trackId: number, key: RankKey): Promise<void> {
  await sql`
    with start as (
      select * from rank_block b where b.site = ${sql.lit(site.code)} and b.track_id = ${trackId} and ${blockKey} <= ${keyOf(key)}
      order by b.result desc, b.replay_at desc, b.replay_id desc limit 1
    ), next as (
      select before from rank_block b where b.site = ${sql.lit(site.code)} and b.track_id = ${trackId} and ${blockKey} > ${keyOf(key)}
      order by b.result, b.replay_at, b.replay_id limit 1
    ), size as (
      select coalesce((select before from next),
        (select replays from track t where t.site = ${sql.lit(site.code)} and t.track_id = ${trackId}))
        - coalesce((select before from start), 0) as entries
    )
    insert into rank_block (site, track_id, result, replay_at, replay_id, before)
    select r.site, r.track_id, r.result, r.replay_at, r.replay_id, coalesce((select before from start), 0) + ${newBlock}::integer
    from (
      select * from replay r where r.site = ${sql.lit(site.code)} and r.track_id = ${trackId} and r.is_best
        and (r.result, r.replay_at, r.replay_id) >= (
          coalesce((select result from start), ${'-9223372036854775808'}::bigint),
          coalesce((select replay_at from start), '-infinity'), coalesce((select replay_id from start), 0))
      order by r.result, r.replay_at, r.replay_id offset ${newBlock}::integer limit 1
    ) r
    where (select entries from size) > ${largestBlock}::integer`.execute(db);
}

/** Makes the blocks of a track from its ranked replays. */
export async function makeBlocks({ db, site }: SiteScope, trackId: number): Promise<void> {
  await sql`delete from rank_block where site = ${sql.lit(site.code)} and track_id = ${trackId}`.execute(db);
  await sql`
    insert into rank_block (site, track_id, result, replay_at, replay_id, before)
    select site, track_id, result, replay_at, replay_id, before from (
      select r.site, r.track_id, r.result, r.replay_at, r.replay_id, count(*) over () as entries,
        row_number() over (order by r.result, r.replay_at, r.replay_id) - 1 as before
      from replay r where r.site = ${sql.lit(site.code)} and r.track_id = ${trackId} and r.is_best
    ) e
    where entries > ${largestBlock}::integer and before > 0 and before % ${newBlock}::integer = 0`.execute(
    db,
  );
}
