import { type RawBuilder, sql } from 'kysely';
import type { Size } from './big-rows.ts';

/** Everything except tracks, replays and comments: packs, videos, forum, news, boards and records, and what is counted. */
export function bigTalk(site: string, { tracks, people }: Size): RawBuilder<unknown>[] {
  const part = (share: number) => sql`greatest(200, (${tracks}::integer * ${share}::float8)::integer)`;
  const some = (most: RawBuilder<unknown> | number) =>
    sql`(1 + floor(${most} * power(random(), 3)))::integer`;
  const person = some(sql`${people}::integer`);
  const when = sql`timestamptz '2006-01-01' + random() * interval '7260 days'`;
  const words = sql`(array['Speed','Dirt','Tech','Loop','Air','Night','Full','Mini','Race','Storm'])[1 + floor(random() * 10 + 0 * n)::integer]
    || ' ' || (array['Arena','Challenge','Run','Dream','Track','Island','Zone','Mania'])[1 + floor(random() * 8)::integer] || ' ' || n % 977`;
  return [
    sql`insert into pack (site, pack_id, owner_id, name, name_folded, is_public, map_list_released, is_legacy,
        allows_submissions, created_at, updated_at, activity_at, tracks, downloads, pack_value)
      select ${site}, 1000 + n, ${person}, w, lower(w), random() > 0.02, random() > 0.05, n % 3 = 0, n % 9 = 0,
        timestamptz '2006-01-01' + n * interval '1 hour', at, at, 10, floor(random() * 500), floor(random() * 9000)
      from (select n, ${words} as w, ${when} as at from generate_series(1, ${part(0.005)}) n) made`,
    sql`insert into pack_track (site, pack_id, track_id, status, position, added_by, added_at)
      select ${site}, 1000 + p, t, 1, min(k), 1, now() from generate_series(1, ${part(0.005)}) p, generate_series(1, 10) k,
        lateral (select 1 + floor(random() * ${tracks}::integer + 0 * k)::integer as t) x group by p, t`,
    sql`insert into video (site, video_id, poster_id, creator_id, title, title_folded, author, link_id, thumbnail, length_s,
        posted_at, published_at)
      select ${site}, 1000 + n, ${person}, case when n % 3 = 0 then ${person} end, w, lower(w), 'someone', 'more' || n, 'thumb' || n,
        floor(random() * 900), timestamptz '2006-01-01' + n * interval '1 hour', ${when}
      from (select n, ${words} as w from generate_series(1, ${part(0.02)}) n) made`,
    sql`insert into track_video (site, track_id, video_id)
      select ${site}, 1 + (n * 13) % ${tracks}::integer, 1000 + n from generate_series(1, ${part(0.02)}) n`,
    sql`insert into news (site, news_id, user_id, title, message, posted_at, published_at, updated_at)
      select ${site}, n, 1 + n % 10, w, 'Something is new.', at, at, now()
      from (select n, ${words} as w, timestamptz '2006-01-01' + n * interval '10 days' as at from generate_series(1, 600) n) made`,
    sql`insert into forum_board (site, board_id, title)
      select ${site}, n, 'Board ' || n from generate_series(1, 3) n on conflict do nothing`,
    sql`insert into forum_thread (site, thread_id, board_id, user_id, title, is_locked, is_pinned, posts, created_at, last_post_at)
      select ${site}, n, (select min(board_id) from forum_board where site = ${site}) + case when n % 4 = 0 then 1 else 0 end,
        ${person}, w, n % 11 = 0, n % 2000 = 0, 5 + case when n = 1 then 20000 else 0 end,
        timestamptz '2006-01-01' + n * interval '1 hour', ${when}
      from (select n, ${words} as w from generate_series(1, ${part(0.06)}) n) made`,
    sql`insert into forum_post (site, post_id, thread_id, board_id, user_id, number, text, posted_at, updated_at)
      select ${site}, n, h.thread_id, h.board_id, ${person}, row_number() over (partition by h.thread_id order by n), 'Well said.',
        timestamptz '2006-01-01' + n * interval '10 minutes', now()
      from generate_series(1, ${part(0.3)}) n
      join forum_thread h on h.site = ${site} and h.thread_id =
        case when n % 8 = 0 then 1 else 1 + n % (select count(*)::integer from forum_thread where site = ${site}) end`,
    sql`update forum_thread h set posts = l.number, last_post_id = l.post_id, last_number = l.number, last_post_at = l.posted_at
      from (select distinct on (thread_id) thread_id, number, post_id, posted_at from forum_post where site = ${site}
        order by thread_id, number desc) l
      where h.site = ${site} and h.thread_id = l.thread_id`,
    sql`insert into leaderboard_row (site, board, environment, user_id, score, records, top10s, replays)
      select ${site}, b, e, n, 1000000 - n, floor(random() * 9), floor(random() * 50), floor(random() * 900)
      from (values (0, 0), (0, 7), (1, 0), (2, 0)) boards (b, e), generate_series(1, ${people}::integer) n`,
    sql`insert into leaderboard_row (site, board, environment, user_id, score)
      select ${site}, 1000 + p, 0, n, 1000 - n from generate_series(1, 200) p, generate_series(1, 50) n`,
    // rows are generated without triggers, so their blocks are generated too
    sql`insert into board_block (site, board, environment, score, records, top10s, user_id, before)
      select site, board, environment, score, records, top10s, user_id, before from (
        select *, row_number() over (partition by board, environment order by score desc, records desc, top10s desc, user_id) - 1
          as before from leaderboard_row where site = ${site}) e where before > 0 and before % 512 = 0`,
    sql`insert into online_record (site, online_record_id, uid, mode, login, time_ms, server, is_trusted, is_shown)
      select ${site}, n, ${site} || 'uid' || 1 + n % (${tracks}::integer / 2), n % 2,
        'login' || ${some(50_000)} || '.' || n, 20000 + n % 90000, 'A server', true, true from generate_series(1, ${part(0.5)}) n`,
    sql`insert into notice (site, notice_id, user_id, kind, text, link, noticed_at, read_at)
      select ${site}, n, case when n % 5 = 0 then 1 else ${person} end, 'award', 'An award', '/trackshow/' || n,
        now() - n * interval '1 minute', case when n % 3 > 0 then now() end from generate_series(1, ${part(0.1)}) n`,
    sql`update profile p set tracks = coalesce(t.n, 0), awards_received = coalesce(t.a, 0), comments_received = coalesce(t.c, 0),
        replays = coalesce(r.n, 0), awards_given = coalesce(c.a, 0), comments_given = coalesce(c.c, 0),
        registered_at = timestamptz '2006-01-01' + p.user_id * interval '1 hour'
      from profile q
      left join (select uploader_id, count(*) as n, sum(awards) as a, sum(comments) as c from track where site = ${site}
        group by 1) t on t.uploader_id = q.user_id
      left join (select user_id, count(*) as n from replay where site = ${site} group by 1) r on r.user_id = q.user_id
      left join (select user_id, count(*) filter (where is_award) as a, count(*) filter (where not is_award) as c
        from comment where site = ${site} group by 1) c on c.user_id = q.user_id
      where q.site = ${site} and p.site = ${site} and p.user_id = q.user_id`,
  ];
}
