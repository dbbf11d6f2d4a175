import { sql } from 'kysely';
import type { SiteScope } from '#db/for-site.ts';

/**
 * Recalculates the counters that user lists sort by. Only public rows are counted. Uses the counters of tracks: recount those
 * first.
 */
export async function recountPeople({ db, site }: SiteScope, userIds: readonly number[]): Promise<void> {
  const here = sql.lit(site.code);
  await sql`
    update profile p set
      tracks = c.tracks, awards_received = c.awards_received, comments_received = c.comments_received,
      packs = c.packs, awards_given = c.awards_given, comments_given = c.comments_given,
      forum_posts = c.forum_posts, forum_threads = c.forum_threads,
      videos_posted = c.videos_posted, videos_created = c.videos_created,
      favorites = c.favorites, achievements = c.achievements, replays = c.replays,
      author_medals = c.author_medals, gold_medals = c.gold_medals,
      silver_medals = c.silver_medals, bronze_medals = c.bronze_medals
    from (
      select u.user_id, built.*, said.*, driven.*,
        (select count(*) from pack k where k.site = ${here} and k.owner_id = u.user_id and k.is_public) as packs,
        (select count(*) from forum_post f where f.site = ${here} and f.user_id = u.user_id
          and f.deleted_at is null) as forum_posts,
        (select count(*) from forum_thread h where h.site = ${here} and h.user_id = u.user_id
          and h.posts > 0) as forum_threads,
        (select count(*) from video v where v.site = ${here} and v.poster_id = u.user_id
          and v.removed_at is null) as videos_posted,
        (select count(*) from video v where v.site = ${here} and v.creator_id = u.user_id
          and v.removed_at is null) as videos_created,
        (select count(*) from favorite_user f where f.site = ${here} and f.favorite_id = u.user_id) as favorites,
        (select count(*) from achievement_earned e where e.site = ${here} and e.user_id = u.user_id) as achievements
      from profile u,
        lateral (
          select count(*) as tracks, coalesce(sum(t.awards), 0) as awards_received,
            coalesce(sum(t.comments), 0) as comments_received
          from track_author a join track t on t.site = a.site and t.track_id = a.track_id
          where a.site = ${here} and a.user_id = u.user_id and not a.is_pending and t.is_public and t.is_listed
        ) built,
        lateral (
          select count(*) filter (where c.is_award) as awards_given,
            count(*) filter (where not c.is_award) as comments_given
          from comment c join track t on t.site = c.site and t.track_id = c.track_id
          where c.site = ${here} and c.user_id = u.user_id and c.deleted_at is null and t.is_public and t.is_listed
        ) said,
        lateral (
          select count(*) as replays,
            -- each number includes those above it; medals of secret results would reveal them
            count(*) filter (where r.is_best and r.secret_until is null and r.medal >= 4) as author_medals,
            count(*) filter (where r.is_best and r.secret_until is null and r.medal >= 3) as gold_medals,
            count(*) filter (where r.is_best and r.secret_until is null and r.medal >= 2) as silver_medals,
            count(*) filter (where r.is_best and r.secret_until is null and r.medal >= 1) as bronze_medals
          from replay r join track t on t.site = r.site and t.track_id = r.track_id
          where r.site = ${here} and r.user_id = u.user_id and r.deleted_at is null and t.is_public and t.is_listed
        ) driven
      where u.site = ${here} and u.user_id = any(${[...userIds]}::integer[])
    ) c
    where p.site = ${here} and p.user_id = c.user_id`.execute(db);
}
