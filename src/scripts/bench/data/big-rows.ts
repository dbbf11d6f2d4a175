import { type RawBuilder, sql } from 'kysely';
import type { TrackFacts } from '#lib/codes/track.ts';

/** The numbers of rows of an edition. */
export interface Size {
  readonly tracks: number;
  readonly replays: number;
  readonly people: number;
  readonly comments: number;
}

/** What a track page shows of a file. */
const facts = JSON.stringify({
  authorLogin: 'driver',
  decoration: 'Day',
  exeVersion: null,
  cost: 1000,
  laps: null,
  checkpoints: 3,
  blocks: 100,
  hasPassword: false,
  mod: null,
  music: null,
  dependencies: [],
  comments: null,
} satisfies TrackFacts);

/** A hash that no file has. */
const digest = (of: RawBuilder<unknown>) => sql`encode(sha256((${of})::bytea), 'hex')`;

/** The rows of one edition, in the order in which they may be written. */
export function bigRows(site: string, { tracks, replays, people, comments }: Size): RawBuilder<unknown>[] {
  const some = (most: number) => sql`(1 + floor(${most}::integer * power(random(), 3)))::integer`;
  const even = (most: number) => sql`(1 + floor(${most}::integer * random()))::integer`;
  const place = sql`(n::float8 / ${tracks}::integer)`;
  const since = sql`timestamptz '2006-01-01'`;
  const span = sql`interval '7260 days'`;
  return [
    sql`with made as (insert into account (name, name_key, email, email_key, password_hash, created_at, email_confirmed_at, supporter_until)
      select ${site} || ' driver ' || n, ${site} || ' driver ' || n, ${site} || n || '@example.org',
        ${site} || n || '@example.org', '', now() - interval '1 year', now(), case when n % 400 = 7 then now() + interval '1 year' end
        from generate_series(1, ${people}::integer) n
      returning account_id, name),
      numbered as (select account_id, name, row_number() over (order by account_id) as n from made)
      insert into profile (site, user_id, account_id, name, name_folded, registered_at)
      select ${site}, n, account_id, name, name, now() from numbered`,
    sql`update site set profiles = ${people}::integer, tracks = ${tracks}::integer where code = ${site}`,
    sql`insert into track (site, track_id, uploader_id, name, name_folded, primary_type, environment, car, mood, difficulty,
        routes, tags, replay_type, track_value, unlimiter_version, author_time_ms, gold_target, silver_target, bronze_target,
        is_public, is_listed, is_beta, uploaded_at, updated_at, activity_at, awards, comments, downloads, awards_week,
        awards_month, last_awarded_at, record_replay_id, record_time_ms, record_at, replays, author_time_beaten)
      select ${site}, n, ${some(people)}, w.name, lower(w.name),
        (array[0,0,0,0,0,0,0,2,3,1,4,5])[1 + floor(random() * 12)::integer], e, case when random() < 0.03 then 1 else e end,
        floor(random() * 4), floor(power(random(), 2) * 4), floor(power(random(), 2) * 3),
        case when random() < 0.5 then array[t1] else array[t1, (t1 + 1 + floor(random() * 5)::integer) % 13] end::smallint[],
        case when random() < 0.9 then 0 else floor(random() * 6) end, floor(exp(random() * 9)),
        case when random() < 0.02 then 1 + floor(random() * 7)::integer end, 10000 + floor(exp(random() * 12.5))::integer,
        12000, 15000, 20000, random() > 0.01, random() > 0.01, random() < 0.02,
        ${since} + ${place} * ${span}, ${since} + least(1, ${place} + random() * 0.1) * ${span},
        ${since} + least(1, ${place} + random() * 0.3) * ${span}, a, floor(a * 1.5), 20 + a * 15,
        case when a > 0 and random() < 0.004 then 1 + floor(random() * 9) else 0 end,
        case when a > 0 and random() < 0.01 then 1 + floor(random() * 20) else 0 end,
        case when a > 0 then ${since} + least(1, ${place} + random() * 0.3) * ${span} end,
        case when driven then n end, case when driven then 10000 + floor(exp(random() * 12.5)) end,
        case when driven then ${since} + least(1, ${place} + random() * 0.2) * ${span} end, case when driven then 3 else 0 end,
        driven and random() < 0.6
      from generate_series(1, ${tracks}::integer) n
      cross join lateral (select (case when ${site} = 'tmo' then 1 + n % 3 when ${site} = 'tms' then 4 + n % 3 else 7 end) as e,
        floor(power(random(), 1.5) * 13)::integer as t1, random() > 0.35 + 0 * n as driven,
        (case when random() < 0.6 + 0 * n then 0 else least(2000, floor(power(random(), -0.8))) end)::integer as a,
        (array['Speed','Dirt','Tech','Loop','Air','Night','Full','Mini','Race','Storm','Kacky','Sun','Ice','Wall'])[1 + floor(random() * 14 + 0 * n)::integer]
          || ' ' || (array['Arena','Challenge','Run','Dream','Track','Island','Zone','of Fire','II','Mania'])[1 + floor(random() * 10)::integer]
          || ' ' || n % 977 as name) w`,
    sql`insert into track_version (site, track_id, version, uid, sha256, file_name, file_size, game, facts, uploaded_by, uploaded_at)
      select site, track_id, 1, ${site} || 'uid' || track_id, ${digest(sql`${site} || track_id`)}, 'x.Challenge.Gbx', 1000, 'TMF', ${facts}::jsonb,
        uploader_id, uploaded_at from track where site = ${site}`,
    sql`insert into track_author (site, track_id, user_id, is_uploader, is_pending)
      select site, track_id, uploader_id, true, false from track where site = ${site}`,
    sql`insert into track_author (site, track_id, user_id, position, is_pending)
      select site, track_id, ${even(people)}, 1, random() < 0.05 from track where site = ${site} and random() < 0.04
      on conflict do nothing`,
    sql`insert into track_image (site, track_id, position, sha256, file_name, file_size, width, height, added_at)
      select site, track_id, 1, ${digest(sql`${site} || track_id`)}, 'a.png', 9, 800, 600, uploaded_at from track
      where site = ${site} and random() < 0.3`,
    sql`insert into replay (site, replay_id, track_id, track_version, user_id, replay_time_ms, result, replay_at, track_at,
        top_position, is_best, sha256, file_size)
      select ${site}, n, t, 1, u, ms, ms, at, ${since}, case when best and place < 10 then place end, best,
        ${digest(sql`${site} || 'r' || n`)}, 9
      from (select *, (row_number() over (partition by t, best order by ms, at, n))::integer - 1 as place
        from (select *, row_number() over (partition by t, u order by n) = 1 as best
          from (select n, ${some(tracks)} as t, ${some(people)} as u, 10000 + floor(exp(random() * 12.5))::integer as ms,
              ${since} + random() * ${span} as at
            from generate_series(1, ${replays}::integer) n) made) first) placed`,
    // the server divides tracks with many drivers into blocks
    sql`insert into rank_block (site, track_id, result, replay_at, replay_id, before)
      select site, track_id, result, replay_at, replay_id, before from (
        select *, row_number() over (partition by track_id order by result, replay_at, replay_id) - 1 as before,
          count(*) over (partition by track_id) as drivers
        from replay where site = ${site} and is_best) e where drivers > 512 and before > 0 and before % 256 = 0`,
    sql`insert into comment (site, comment_id, track_id, user_id, text, is_award, comment_at, updated_at)
      select ${site}, n, t, u, 'fine', n % 2 = 0 and first, at, at
      from (select n, t, u, at, row_number() over (partition by t, u, n % 2 order by n) = 1 as first
        from (select n, ${some(tracks)} as t, ${some(people)} as u, ${since} + random() * ${span} as at
          from generate_series(1, ${comments}::integer) n) made) placed`,
    sql`insert into pack (site, pack_id, owner_id, name, name_folded, created_at, updated_at, activity_at)
      select ${site}, 5 + n, 1, 'Pack', 'pack', now(), now(), now() from generate_series(1, 50) n`,
    sql`insert into pack_track (site, pack_id, track_id, status, position, added_by, added_at)
      select ${site}, 5 + p, t, 1, t, 1, now() from generate_series(1, 50) p, generate_series(1, least(1000, ${tracks}::integer)) t
      where t % p = 0`,
  ];
}
