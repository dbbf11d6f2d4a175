import { sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import { mostBadges } from '../catalogue.ts';

/** One badge of a user or track. */
export interface Badge {
  readonly achievementId: number;
  readonly name: string;
  /** the description, with the text of the grant */
  readonly text: string;
  readonly icon: string;
  readonly color: string;
  readonly textColor: string;
  readonly earnedAt: Date;
}

const badge = sql`a.achievement_id as "achievementId", a.display_name as name,
  trim(replace(a.description, '{0}', e.custom_text)) as text, a.icon, a.primary_color as color,
  a.text_color as "textColor", e.earned_at as "earnedAt"`;

/** The badges of a user: of each chain the highest tier, newest first. Badges of their tracks are shown with the tracks. */
export async function badgesOfUser({ db, site }: Ctx, userId: number): Promise<Badge[]> {
  const code = sql.lit(site.code);
  const { rows } = await sql<Badge>`
    select ${badge} from achievement_earned e
      join achievement a on a.site = e.site and a.achievement_id = e.achievement_id
    where e.site = ${code} and e.user_id = ${userId}::integer and (e.track_id = 0 or e.custom_text <> '')
      and not exists (
        select from achievement_earned f join achievement b on b.site = f.site and b.achievement_id = f.achievement_id
        where f.site = ${code} and f.user_id = e.user_id and f.track_id = e.track_id and b.key = a.key and b.tier > a.tier)
    order by e.earned_at desc, a.achievement_id desc, e.custom_text
    limit ${mostBadges}::integer`.execute(db);
  return rows;
}

/** The badges of a track: of each chain the highest tier, newest first. */
export async function badgesOfTrack({ db, site }: Ctx, trackId: number): Promise<Badge[]> {
  const code = sql.lit(site.code);
  const { rows } = await sql<Badge>`
    select ${badge} from achievement_earned e
      join achievement a on a.site = e.site and a.achievement_id = e.achievement_id
    where e.site = ${code} and e.track_id = ${trackId}::integer and e.track_id > 0
      and not exists (
        select from achievement_earned f join achievement b on b.site = f.site and b.achievement_id = f.achievement_id
        where f.site = ${code} and f.track_id = e.track_id and b.key = a.key and b.tier > a.tier)
    order by e.earned_at desc, a.achievement_id desc, e.custom_text
    limit ${mostBadges}::integer`.execute(db);
  return rows;
}
