import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import { badgesOnPage, maxBadges } from '../catalogue.ts';

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

/** The badges of a user: of each chain the highest tier. Badges of their tracks are shown with the tracks. */
const ofUser = (code: RawBuilder<unknown>, userId: number) => sql`
  achievement_earned e
    join achievement a on a.site = e.site and a.achievement_id = e.achievement_id
  where e.site = ${code} and e.user_id = ${userId}::integer and (e.track_id = 0 or e.custom_text <> '')
    and not exists (
      select from achievement_earned f join achievement b on b.site = f.site and b.achievement_id = f.achievement_id
      where f.site = ${code} and f.user_id = e.user_id and f.track_id = e.track_id and b.key = a.key and b.tier > a.tier)`;

const newest = sql`order by e.earned_at desc, a.achievement_id desc, e.track_id desc, e.custom_text`;

/** The latest badges of a user. */
export async function badgesOfUser({ db, site }: Ctx, userId: number): Promise<Badge[]> {
  const { rows } = await sql<Badge>`select ${badge} from ${ofUser(sql.lit(site.code), userId)} ${newest}
    limit ${maxBadges}::integer`.execute(db);
  return rows;
}

/** A page of all badges of a user, newest first. A user has at most a few hundred, which one index holds together. */
export async function badgePage(
  { db, site }: Ctx,
  userId: number,
  pageText: string | null,
): Promise<{ rows: readonly Badge[]; current: number; last: number }> {
  const from = ofUser(sql.lit(site.code), userId);
  const { rows: counted } = await sql<{
    count: number;
  }>`select count(*)::integer as count from ${from}`.execute(db);
  const last = Math.max(1, Math.ceil((counted[0]?.count ?? 0) / badgesOnPage));
  const current = Math.min(Math.max(Number(/^\d{1,6}$/.exec(pageText ?? '')?.[0] ?? 1), 1), last);
  const { rows } = await sql<Badge>`select ${badge} from ${from} ${newest}
    limit ${badgesOnPage}::integer offset ${(current - 1) * badgesOnPage}::integer`.execute(db);
  return { rows, current, last };
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
    limit ${maxBadges}::integer`.execute(db);
  return rows;
}
