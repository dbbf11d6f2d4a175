import { type Kysely, sql } from 'kysely';

/**
 * A change of columns that change often, such as counters, is logged as one of `table.column`, so that it concerns only pages that
 * show this column. Rows before and after are matched by the first key, which is the row's id. The migration of a table with such
 * columns also calls `log_for_pages` with them among the unseen ones.
 */
const maker = `
  create function log_often_for_pages(tab text, keys text[], often text[]) returns void language plpgsql as $make$
  declare
    key text := (select 'array[' || string_agg(format('%L || t.%I', k || ' ', k), ', ') || ']' from unnest(keys) k);
    changed text := (select string_agg(format('(%L, t.%I is distinct from f.%I)', tab || '.' || c, c, c), ', ') from unnest(often) c);
  begin
    execute format($function$
      create function %I() returns trigger language plpgsql as $body$
        begin
          if current_setting('paddock.page_log', true) = 'off' then return null; end if;
          with c as materialized (
            select t.site, v.name, %s as keys from changed_to t join changed_from f on f.site = t.site and f.%I = t.%I
            cross join lateral (values %s) v (name, is_changed) where v.is_changed)
          insert into page_change (site, name, keys)
            select site, name, keys from c where (select count(*) from c) <= 50
            union all select distinct site, name, null::text[] from c where (select count(*) from c) > 50;
          if found then perform pg_notify('track_change', ''); end if;
          return null;
        end $body$$function$,
      'log_' || tab || '_often_for_pages', key, keys[1], keys[1], changed);
    execute format('create trigger %I after update on %I referencing old table as changed_from new table as changed_to
      for each statement execute function %I(%L, %L)', tab || '_pages_often', tab, 'log_' || tab || '_often_for_pages', keys, often);
  end $make$;`;

const often = [
  {
    tab: 'profile',
    keys: '{user_id,account_id}',
    unseen: 'ui_mode,custom_url_at',
    often:
      'tracks,packs,awards_received,awards_given,comments_received,comments_given,forum_posts,forum_threads,videos_posted,videos_created,replays,favorites,achievements,author_medals,gold_medals,silver_medals,bronze_medals',
  },
  {
    tab: 'track',
    keys: '{track_id,uploader_id}',
    unseen: 'beta_warned_at',
    often: 'awards,comments,downloads,replays,activity_at,last_awarded_at,awards_week,awards_month',
  },
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(maker).execute(db);
  for (const { tab, keys, unseen, often: columns } of often) {
    await sql.raw(`drop function log_${tab}_for_pages() cascade`).execute(db);
    await sql.raw(`select log_for_pages('${tab}', '${keys}', '{${unseen},${columns}}')`).execute(db);
    await sql.raw(`select log_often_for_pages('${tab}', '${keys}', '{${columns}}')`).execute(db);
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const { tab, keys, unseen } of often) {
    await sql.raw(`drop function log_${tab}_often_for_pages() cascade`).execute(db);
    await sql.raw(`drop function log_${tab}_for_pages() cascade`).execute(db);
    await sql.raw(`select log_for_pages('${tab}', '${keys}', '{${unseen}}')`).execute(db);
  }
  await sql.raw('drop function log_often_for_pages(text, text[], text[])').execute(db);
}
