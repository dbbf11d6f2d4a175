import { sql } from 'kysely';
import type { SiteScope } from '#db/for-site.ts';
import type { Site } from '#sites/schema.ts';
import { catalogueOf, textColorOn } from '../catalogue.ts';

/** Writes the catalogue of this version into the table of an edition. Rows that are no longer in it stay, with their holders. */
export async function syncCatalogue({ db, site }: SiteScope & { readonly site: Site }): Promise<void> {
  const rows = catalogueOf(site).map((entry) => ({
    achievement_id: entry.achievementId,
    key: entry.key,
    tier: entry.tier,
    display_name: entry.name,
    description: entry.description,
    primary_color: entry.color,
    text_color: textColorOn(entry.color),
    icon: entry.icon,
    succeeding_id: entry.succeedingId,
  }));
  await sql`
    insert into achievement (site, achievement_id, key, tier, display_name, description, primary_color, text_color, icon,
      succeeding_id)
    select ${site.code}, r.achievement_id, r.key, r.tier, r.display_name, r.description, r.primary_color, r.text_color,
      r.icon, r.succeeding_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (achievement_id integer, key text, tier smallint,
      display_name text, description text, primary_color text, text_color text, icon text, succeeding_id integer)
    order by r.achievement_id
    on conflict (site, achievement_id) do update set display_name = excluded.display_name,
      description = excluded.description, primary_color = excluded.primary_color, text_color = excluded.text_color,
      icon = excluded.icon, succeeding_id = excluded.succeeding_id`.execute(db);
}

/** Recalculates how many users and tracks have each achievement. */
export async function recountHolders({ db, site }: SiteScope): Promise<void> {
  await sql`
    update achievement a set holders = coalesce(c.holders, 0)
    from achievement b left join (
      select e.achievement_id, count(*)::integer as holders from achievement_earned e
      where e.site = ${site.code} group by e.achievement_id
    ) c on c.achievement_id = b.achievement_id
    where a.site = ${site.code} and b.site = ${site.code} and b.achievement_id = a.achievement_id
      and a.holders <> coalesce(c.holders, 0)`.execute(db);
}
