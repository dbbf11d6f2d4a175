import { type RawBuilder, sql } from 'kysely';
import { idKinds } from '#db/ids.ts';
import type { Size } from './big-rows.ts';

/** Rare properties of tracks, so that no filter is trivially empty; user 1 has rows in every personal list. */
export function bigExtras(site: string, { tracks, people }: Size): RawBuilder<unknown>[] {
  const list = (most: number) => sql`generate_series(1, least(${most}::integer, ${tracks}::integer / 7)) n`;
  return [
    sql`insert into video (site, video_id, poster_id, title, title_folded, author, link_id, thumbnail, length_s, posted_at, published_at)
      select ${site}, n, 1, 'Video ' || n, 'video ' || n, 'someone', 'link' || n, 'thumb' || n, 60, now(), now()
      from generate_series(1, 200) n`,
    sql`insert into track_video (site, track_id, video_id, timestamp_s)
      select ${site}, n * 3, 1, n from ${list(800)}`,
    sql`insert into track_video (site, track_id, video_id)
      select ${site}, n * 7, 2 + n % 190 from ${list(5000)}`,
    sql`insert into achievement (site, achievement_id, key, tier, display_name, description, primary_color, text_color, icon)
      select ${site}, n, 'bench' || n, 1, 'Bench', 'Bench', '#000000', '#ffffff', 'cup' from generate_series(1, 2) n
      on conflict do nothing`,
    sql`insert into achievement_earned (site, achievement_id, user_id, track_id, earned_at)
      select ${site}, 1, 1 + n % ${people}::integer, n * 5, now() from ${list(3000)} on conflict do nothing`,
    sql`insert into track_feature (site, track_id, comment, featured_by, featured_at)
      select ${site}, n * 6, 'good', 1, now() from ${list(2000)}`,
    sql`insert into play_later (site, user_id, track_id, added_at, position)
      select ${site}, 1, n * 4, now(), n from ${list(600)}`,
    sql`insert into favorite_user (site, user_id, favorite_id, added_at)
      select ${site}, 1, n * 3, now() from generate_series(1, 25) n`,
    sql`insert into track_download (site, track_id, day, person, user_id, downloaded_at)
      select ${site}, n * 2, current_date, 'u:1', 1, now() - n * interval '1 hour' from ${list(3000)}`,
    ...idKinds.map((kind) => sql`select setval(${`${kind}_id_${site}`}::regclass, 100000000)`),
  ];
}
