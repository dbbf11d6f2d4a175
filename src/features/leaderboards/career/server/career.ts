import { sql } from 'kysely';
import { primaryTypes } from '#lib/codes/track.ts';
import type { Ctx } from '#platform/context.ts';
import { readingOnly } from '#platform/page-cache/reads.ts';
import { samePart } from '#platform/page-cache/same-part.ts';
import { ownBoards } from '../../user-boards.ts';
import {
  type Career,
  type CareerDay,
  type CareerShare,
  type CareerWeek,
  calendarStart,
  type Rival,
} from '../career.ts';

/** Of each kind of activity in a year, the latest are counted. */
const mostOfYear = 2000;
/** The latest tracks by which a user's taste is shown. */
const mostTracks = 200;
/** The latest replays for which the neighbours on the board are looked up. */
const mostNeighbours = 30;
const rivalsShown = 5;
const weeksShown = 104;

/** What a user did and reached. Each chart is one statement, which reads a bounded number of rows by an index on the user. */
export const careerOf = (ctx: Ctx, userId: number): Promise<Career> =>
  samePart(ctx, `career of user ${userId}`, async () => {
    const by = { user_id: userId };
    const [days, shares, weeks] = await readingOnly({ replay: by, comment: by, board_history: by }, () =>
      Promise.all([daysOf(ctx, userId), sharesOf(ctx, userId), weeksOf(ctx, userId)]),
    );
    return { days, shares, weeks };
  });

async function daysOf({ db, site, clock }: Ctx, userId: number): Promise<CareerDay[]> {
  const code = sql.lit(site.code);
  const from = calendarStart(clock.now());
  const isShown = (row: string) => sql`(select t.is_public and t.is_listed from track t
    where t.site = ${code} and t.track_id = ${sql.ref(`${row}.track_id`)})`;
  const { rows } = await sql<CareerDay>`
    select to_char(a.at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*) filter (where a.kind = 'replay')::integer as replays,
      count(*) filter (where a.kind = 'award')::integer as awards, count(*) filter (where a.kind = 'track')::integer as uploads
    from (
      (select 'replay' as kind, r.replay_at as at from replay r
        where r.site = ${code} and r.user_id = ${userId} and r.replay_at >= ${from} and r.deleted_at is null and ${isShown('r')}
        order by r.replay_at desc limit ${sql.lit(mostOfYear)})
      union all
      (select 'award', c.comment_at from comment c
        where c.site = ${code} and c.user_id = ${userId} and c.is_award and c.comment_at >= ${from} and c.deleted_at is null
          and ${isShown('c')}
        order by c.comment_at desc limit ${sql.lit(mostOfYear)})
      union all
      (select 'track', t.uploaded_at from track t
        where t.site = ${code} and t.uploader_id = ${userId} and t.uploaded_at >= ${from} and t.is_public and t.is_listed
        order by t.uploaded_at desc limit ${sql.lit(mostOfYear)})
    ) a group by 1 order by 1`.execute(db);
  return rows;
}

async function sharesOf({ db, site }: Ctx, userId: number): Promise<CareerShare[]> {
  const code = sql.lit(site.code);
  const { rows } = await sql<CareerShare>`
    select k.kind, k.id, count(*) filter (where x.is_driven)::integer as driven, count(*) filter (where not x.is_driven)::integer as built
    from (
      select true as is_driven, t.environment, t.tags from (
        select r.track_id from replay r
        where r.site = ${code} and r.user_id = ${userId} and r.is_best and r.deleted_at is null
        order by r.replay_at desc limit ${sql.lit(mostTracks)}) d
      join track t on t.site = ${code} and t.track_id = d.track_id and t.is_public and t.is_listed
      union all
      (select false, t.environment, t.tags from track t
        where t.site = ${code} and t.uploader_id = ${userId} and t.is_public and t.is_listed
        order by t.uploaded_at desc limit ${sql.lit(mostTracks)})
    ) x cross join lateral (select 'environment' as kind, x.environment::integer as id
      union all select 'tag', unnest(x.tags)) k
    group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

async function weeksOf({ db, site }: Ctx, userId: number): Promise<CareerWeek[]> {
  const { rows } = await sql<CareerWeek>`
    select h.board, h.week, h.position + 1 as rank, h.score
    from unnest(${[...ownBoards.keys()]}::integer[]) b (board) cross join lateral (
      select * from board_history h where h.site = ${sql.lit(site.code)} and h.user_id = ${userId} and h.board = b.board
      order by h.week desc limit ${sql.lit(weeksShown)}) h
    order by h.board, h.week`.execute(db);
  return rows;
}

/**
 * The drivers who are next to a user on the boards of the latest tracks. Only results that everyone may see and download are
 * compared: none that is secret, and none of puzzles.
 */
export const rivalsOf = (ctx: Ctx, userId: number): Promise<Rival[]> =>
  samePart(ctx, `rivals of user ${userId}`, async () => {
    const code = sql.lit(ctx.site.code);
    const races = (['Race', 'Shortcut', 'Laps'] as const).map((name) => primaryTypes.indexOf(name));
    const next = (isAhead: boolean) => {
      const order = isAhead ? sql`desc` : sql`asc`;
      return sql`(select o.user_id, ${sql.lit(isAhead)} as is_ahead, abs(o.replay_time_ms - m.replay_time_ms) as gap_ms from replay o
        where o.site = ${code} and o.track_id = m.track_id and o.is_best and o.secret_until is null
          and (o.result, o.replay_at, o.replay_id) ${isAhead ? sql`<` : sql`>`} (m.result, m.replay_at, m.replay_id)
        order by o.result ${order}, o.replay_at ${order}, o.replay_id ${order} limit 1)`;
    };
    const { rows } = await sql<
      { id: number; name: string; url: string | null; tint: number } & Omit<Rival, 'person'>
    >`
      select p.user_id as id, p.name, p.custom_url as url, p.tint, g.is_ahead as "isAhead", g.tracks, g.gap_ms as "gapMs"
      from (
        select n.user_id, n.is_ahead, count(*)::integer as tracks,
          percentile_disc(0.5) within group (order by n.gap_ms) as gap_ms
        from (
          select r.track_id, r.result, r.replay_at, r.replay_id, r.replay_time_ms from replay r
          where r.site = ${code} and r.user_id = ${userId} and r.is_best and r.deleted_at is null and r.secret_until is null
            and (select t.is_public and t.is_listed and t.primary_type in (${sql.join(races.map(sql.lit))}) from track t
              where t.site = ${code} and t.track_id = r.track_id)
          order by r.replay_at desc limit ${sql.lit(mostNeighbours)}
        ) m cross join lateral (${next(true)} union all ${next(false)}) n
        group by 1, 2
      ) g join profile p on p.site = ${code} and p.user_id = g.user_id and p.closed_at is null
      order by g.tracks desc, g.gap_ms, p.user_id limit ${sql.lit(rivalsShown)}`.execute(ctx.db);
    return rows.map(({ id, name, url, tint, ...rival }) => ({
      ...rival,
      person: { UserId: id, Name: name, CustomUrl: url, Tint: tint },
    }));
  });
