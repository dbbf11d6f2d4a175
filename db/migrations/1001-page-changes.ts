import { type Kysely, sql } from 'kysely';

/**
 * What changed, logged for cached pages in the transaction that changes it, so that no writer can forget it. The notification only
 * wakes readers; they read the log together with that of changed tracks.
 */
const log = `
  create table page_change (
    seq bigint generated always as identity primary key,
    site text,                 -- null: of a table that all editions share
    name text not null,        -- the table
    keys text[],               -- 'column value' for each of its key columns; null: any row may have changed
    xid bigint not null default pg_current_xact_id()::text::bigint,
    changed_at timestamptz not null default now()
  );
  -- serves the readers: changes since their last read
  create index page_change_xid on page_change (xid);
  -- serves the removal of changes that every reader has read
  create index page_change_at on page_change (changed_at);`;

/**
 * A migration that creates a table calls it as db/tables declares the table. The trigger function is made for each table, so that
 * PostgreSQL keeps its plans. A statement that changes many rows is logged as one that may have changed any. A transaction whose rows
 * no page can show yet may turn the log off: `set local paddock.page_log = 'off'`.
 */
const maker = `
  create function log_for_pages(tab text, keys text[], unseen text[] default '{}') returns void language plpgsql as $make$
  declare
    site text := case when (select relkind from pg_class where oid = tab::regclass) = 'p' then 'site' else 'null::text' end;
    key text := coalesce((select 'array[' || string_agg(format('%L || %I', k || ' ', k), ', ') || ']' from unnest(keys) k), 'null::text[]');
    columns text := case when unseen = '{}' then '*' else array_to_string(
      array_remove(array[nullif(site, 'null::text')] || keys || format('to_jsonb(r) - %L::text[]', unseen), null), ', ') end;
    logged text := format($part$ insert into page_change (site, name, keys)
      select site, %1$L, keys from c where (select count(*) from c) <= 50
      union all select distinct site, %1$L, null::text[] from c where (select count(*) from c) > 50;$part$, tab);
    of_rows text := format('with c as materialized (select distinct %s as site, %s as keys from ', site, key);
  begin
    execute format($function$
      create function %I() returns trigger language plpgsql as $body$
        begin
          if current_setting('paddock.page_log', true) = 'off' then return null; end if;
          if tg_op = 'INSERT' then %s changed_to) %s
          elsif tg_op = 'DELETE' then %s changed_from) %s
          else %s (
              (select %s from changed_to r except all select %s from changed_from r) union all
              (select %s from changed_from r except all select %s from changed_to r)) r) %s
          end if;
          if found then perform pg_notify('track_change', ''); end if;
          return null;
        end $body$$function$,
      'log_' || tab || '_for_pages', of_rows, logged, of_rows, logged, of_rows, columns, columns, columns, columns, logged);
    execute format('create trigger %I after insert on %I referencing new table as changed_to
      for each statement execute function %I(%L, %L)', tab || '_pages_insert', tab, 'log_' || tab || '_for_pages', keys, unseen);
    execute format('create trigger %I after update on %I referencing old table as changed_from new table as changed_to
      for each statement execute function %I(%L, %L)', tab || '_pages_update', tab, 'log_' || tab || '_for_pages', keys, unseen);
    execute format('create trigger %I after delete on %I referencing old table as changed_from
      for each statement execute function %I(%L, %L)', tab || '_pages_delete', tab, 'log_' || tab || '_for_pages', keys, unseen);
  end $make$;`;

const loggedTables = `
  select log_for_pages(tab, keys::text[], unseen::text[]) from (values
    ('account', '{account_id}', '{email,email_key,email_confirmed_at,password_hash,has_look_keys}'),
    ('former_name', '{account_id}', '{}'),
    ('role_grant', '{account_id}', '{}'),
    ('account_closing', '{account_id}', '{}'),
    ('sanction', '{account_id}', '{}'),
    ('achievement', '{}', '{}'),
    ('achievement_earned', '{user_id,track_id}', '{}'),
    ('achievement_withheld', '{}', '{}'),
    ('rank_block', '{track_id}', '{}'),
    ('leaderboard_row', '{board,user_id}', '{}'),
    ('board_block', '{board}', '{}'),
    ('board_change', '{board}', '{}'),
    ('board_snapshot', '{board}', '{}'),
    ('counting_replay', '{user_id}', '{}'),
    ('comment', '{track_id,user_id,comment_id}', '{}'),
    ('site', '{code}', '{}'),
    ('edition_setting', '{}', '{}'),
    ('forum_board', '{board_id}', '{}'),
    ('forum_thread', '{thread_id,board_id,user_id}', '{}'),
    ('forum_post', '{post_id,thread_id,board_id,user_id}', '{}'),
    ('forum_post_edit', '{post_id}', '{}'),
    ('moderation_act', '{person_id}', '{}'),
    ('moderation_figure', '{}', '{}'),
    ('news', '{news_id,user_id}', '{}'),
    ('online_record', '{uid,online_record_id}', '{}'),
    ('pack', '{pack_id,owner_id}', '{}'),
    ('pack_track', '{pack_id,track_id}', '{}'),
    ('pack_manager', '{pack_id,user_id}', '{}'),
    ('pack_picture', '{pack_id}', '{}'),
    ('card', '{kind,subject_id}', '{}'),
    ('remote_picture', '{address_sha256,key}', '{named_at,tries,received_sha256}'),
    ('replay', '{track_id,user_id,replay_id}', '{flags,run_inputs,run_line}'),
    ('game_login', '{user_id}', '{}'),
    ('replay_measurement', '{sha256}', '{}'),
    ('track', '{track_id,uploader_id}', '{beta_warned_at}'),
    ('track_version', '{track_id}', '{}'),
    ('track_author', '{track_id,user_id}', '{}'),
    ('picture', '{reference,track_id}', '{}'),
    ('picture_file', '{reference}', '{}'),
    ('track_image', '{track_id}', '{}'),
    ('track_feature', '{track_id}', '{}'),
    ('track_redirect', '{track_id}', '{}'),
    ('play_later', '{user_id,track_id}', '{}'),
    ('play_later_share', '{user_id}', '{}'),
    ('profile', '{user_id,account_id}', '{ui_mode,custom_url_at}'),
    ('profile_picture', '{user_id}', '{}'),
    ('profile_address', '{user_id,address}', '{has_look_keys}'),
    ('favorite_user', '{user_id,favorite_id}', '{}'),
    ('former_crew', '{user_id}', '{}'),
    ('video', '{video_id,poster_id,creator_id}', '{}'),
    ('video_picture', '{video_id}', '{}'),
    ('track_video', '{track_id,video_id}', '{}')
  ) t (tab, keys, unseen);`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(log).execute(db);
  await sql.raw(maker).execute(db);
  await sql.raw(loggedTables).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
  do $$ declare made regprocedure; begin
    for made in select oid from pg_proc
      where pronamespace = current_schema()::regnamespace and proname like 'log\\_%\\_for\\_pages' loop
      execute format('drop function %s cascade', made);
    end loop;
  end $$;
  drop function log_for_pages(text, text[], text[]);
  drop table page_change;`)
    .execute(db);
}
