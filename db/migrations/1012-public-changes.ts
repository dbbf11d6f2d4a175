import { type Kysely, sql } from 'kysely';

/**
 * Every public change of an edition, for programs that follow it. Writers only add to `public_change_pending`, so they wait for nobody.
 * Numbers are given later, to committed changes only, and by one transaction at a time: no reader can skip a change that commits late.
 * They are microseconds since 1970, and at least one more than the last.
 */
const log = `
  create table public_change_pending (
    seq bigint generated always as identity primary key,
    site text not null,
    kind text not null,
    id integer not null,
    parent_id integer,
    -- whether everybody could see it before, and can now; null: a part of it changed
    was_public boolean,
    is_public boolean,
    changed_at timestamptz not null default now()
  );
  create table public_change (
    number bigint primary key,
    site text,                 -- null: where the log begins; earlier numbers are refused
    kind text not null,
    id integer not null,
    parent_id integer,
    act text not null check (act in ('created', 'updated', 'deleted')),
    changed_at timestamptz not null
  );
  -- serves the readers of an edition
  create index public_change_site on public_change (site, number);

  create function public_change_now() returns bigint language sql volatile as
    'select (extract(epoch from clock_timestamp()) * 1000000)::bigint';

  insert into public_change (number, kind, id, act, changed_at) values (public_change_now(), 'beginning', 0, 'updated', now());

  -- Numbers what has been committed, several changes of the same thing as one, and returns the number up to which the log is complete.
  create function number_public_changes() returns bigint language plpgsql as $$
    declare last bigint;
    begin
      perform pg_advisory_xact_lock(hashtext('paddock public changes'));
      last := greatest(public_change_now(), (select max(number) from public_change));
      if exists (select from public_change_pending) then
        with taken as (delete from public_change_pending returning *),
        things as (
          select site, kind, id, parent_id, max(seq) as seq, max(changed_at) as changed_at,
            (array_agg(was_public order by seq) filter (where was_public is not null))[1] as was,
            (array_agg(is_public order by seq desc) filter (where is_public is not null))[1] as becomes
          from taken group by site, kind, id, parent_id)
        insert into public_change (number, site, kind, id, parent_id, act, changed_at)
        select last + row_number() over (order by seq), site, kind, id, parent_id,
          case when not becomes then 'deleted' when was is false then 'created' else 'updated' end, changed_at
        from things where was is not false or becomes is not false;
        last := greatest(last, (select max(number) from public_change));
      end if;
      return last;
    end $$;`;

/** Whether everybody sees a row that others belong to. */
const open = `
  create function track_is_open(of_site text, id integer) returns boolean stable language sql as
    'select exists (select from track t where t.site = of_site and t.track_id = id and t.is_public and t.is_listed)';
  create function pack_is_open(of_site text, id integer) returns boolean stable language sql as
    'select exists (select from pack k where k.site = of_site and k.pack_id = id and k.is_public)';
  create function board_is_open(of_site text, id integer) returns boolean stable language sql as
    'select exists (select from forum_board b where b.site = of_site and b.board_id = id and b.read_level = 0)';

  create function log_public(site text, kind text, id integer, parent_id integer, was boolean, becomes boolean) returns void language sql as $$
    insert into public_change_pending (site, kind, id, parent_id, was_public, is_public)
    select site, kind, id, parent_id, was, becomes
    where (was is not false or becomes is not false) and coalesce(current_setting('paddock.page_log', true), '') <> 'off' $$;`;

const theRow = `
    declare r record;
    begin
      if tg_op = 'DELETE' then r := old; else r := new; end if;`;

/** Logs changes of rows that are things of their own; `isPublic`: whether everybody sees the row. */
const own = (table: string, kind: string, id: string, parent: string, isPublic: (row: string) => string) => `
  create function log_public_${table}() returns trigger language plpgsql as $$${theRow}
      perform log_public(r.site, '${kind}', r.${id}, ${parent},
        coalesce(${isPublic('old')}, false), coalesce(${isPublic('new')}, false));
      return null;
    end $$;`;

const functions = [
  own('track', 'track', 'track_id', 'null', (row) => `${row}.is_public and ${row}.is_listed`),
  own(
    'replay',
    'replay',
    'replay_id',
    'r.track_id',
    (row) => `${row}.deleted_at is null and track_is_open(${row}.site, ${row}.track_id)`,
  ),
  own('pack', 'pack', 'pack_id', 'null', (row) => `${row}.is_public`),
  own(
    'pack_track',
    'packentry',
    'track_id',
    'r.pack_id',
    (row) => `${row}.status = 1 and track_is_open(${row}.site, ${row}.track_id) and exists (select from pack k
      where k.site = ${row}.site and k.pack_id = ${row}.pack_id and k.is_public and k.map_list_released)`,
  ),
  own('profile', 'user', 'user_id', 'null', (row) => `${row}.site is not null and ${row}.closed_at is null`),
  own(
    'news',
    'news',
    'news_id',
    'null',
    (row) => `${row}.published_at is not null and ${row}.deleted_at is null`,
  ),
  own('video', 'video', 'video_id', 'null', (row) => `${row}.site is not null and ${row}.removed_at is null`),
  own(
    'forum_thread',
    'thread',
    'thread_id',
    'null',
    (row) => `${row}.posts > 0 and board_is_open(${row}.site, ${row}.board_id)`,
  ),
  own(
    'forum_post',
    'post',
    'post_id',
    'r.thread_id',
    (row) => `${row}.deleted_at is null and board_is_open(${row}.site, ${row}.board_id)`,
  ),
].join('');

/** A reply is part of its comment. An award may become a comment, and the other way round. */
const furtherFunctions = `
  create function log_public_comment() returns trigger language plpgsql as $$
    declare
      r record;
      was boolean := coalesce(old.deleted_at is null and track_is_open(old.site, old.track_id), false);
      becomes boolean := coalesce(new.deleted_at is null and track_is_open(new.site, new.track_id), false);
    begin
      if tg_op = 'DELETE' then r := old; else r := new; end if;
      if r.parent_id is not null then
        if was or becomes then perform log_public(r.site, 'comment', r.parent_id, r.track_id, null, null); end if;
        return null;
      end if;
      perform log_public(r.site, 'award', r.comment_id, r.track_id, was and old.is_award, becomes and new.is_award);
      perform log_public(r.site, 'comment', r.comment_id, r.track_id, was and not old.is_award, becomes and not new.is_award);
      return null;
    end $$;

  create function log_public_part_of_track() returns trigger language plpgsql as $$${theRow}
      if track_is_open(r.site, r.track_id) then perform log_public(r.site, 'track', r.track_id, null, null, null); end if;
      return null;
    end $$;

  create function log_public_part_of_pack() returns trigger language plpgsql as $$${theRow}
      if pack_is_open(r.site, r.pack_id) then perform log_public(r.site, 'pack', r.pack_id, null, null, null); end if;
      return null;
    end $$;

  create function log_public_part_of_video() returns trigger language plpgsql as $$${theRow}
      if exists (select from video v where v.site = r.site and v.video_id = r.video_id and v.removed_at is null) then
        perform log_public(r.site, 'video', r.video_id, null, null, null);
      end if;
      return null;
    end $$;

  -- a board that is closed or opened hides or shows its threads
  create function log_public_forum_board() returns trigger language plpgsql as $$
    begin
      perform log_public(h.site, 'thread', h.thread_id, null, old.read_level = 0, new.read_level = 0)
      from forum_thread h where h.site = new.site and h.board_id = new.board_id and h.posts > 0
        and (old.read_level = 0) <> (new.read_level = 0);
      return null;
    end $$;`;

/** A migration that creates a table, or adds a public column, calls it as db/tables declares the table. */
const maker = `
  create function log_public_changes(tab text, part_of text, columns text[]) returns void language plpgsql as $make$
  declare
    run text := 'log_public_' || case when part_of is null then tab else 'part_of_' || part_of end;
    named text := (select string_agg(format('%I', c), ', ') from unnest(columns) c);
    of_old text := (select string_agg(format('old.%I', c), ', ') from unnest(columns) c);
    of_new text := (select string_agg(format('new.%I', c), ', ') from unnest(columns) c);
  begin
    execute format('create trigger %I after insert or delete on %I for each row execute function %I()', tab || '_public', tab, run);
    execute format('create trigger %I after update of %s on %I for each row when ((%s) is distinct from (%s)) execute function %I()',
      tab || '_public_update', named, tab, of_old, of_new, run);
  end $make$;`;

const tables: readonly (readonly [table: string, partOf: string | null, columns: string])[] = [
  [
    'track',
    null,
    'uploader_id,name,author_comments,primary_type,environment,car,mood,difficulty,routes,tags,replay_type,unlimiter_version,author_time_ms,author_score,gold_target,silver_target,bronze_target,is_public,is_listed,is_beta,current_version,uploaded_at,updated_at',
  ],
  ['track_version', 'track', 'uid,sha256,file_name,file_size,thumbnail_sha256'],
  ['track_author', 'track', 'user_id,position,is_pending,role'],
  ['track_image', 'track', 'position,sha256'],
  ['track_feature', 'track', 'comment'],
  [
    'replay',
    null,
    'track_id,user_id,track_version,replay_time_ms,replay_score,respawns,replay_at,validated,sha256,secret_until,revoked_at,deleted_at',
  ],
  ['comment', null, 'track_id,user_id,text,is_award,deleted_at'],
  [
    'pack',
    null,
    'owner_id,name,description,is_public,map_list_released,allows_submissions,is_legacy,has_leaderboard,submissions_per_user,announced_environments,image_sha256',
  ],
  ['pack_manager', 'pack', 'role'],
  ['pack_track', null, 'status,position'],
  ['profile', null, 'name,custom_title,user_comments,custom_url,closed_at,avatar_sha256,banner_sha256'],
  ['news', null, 'user_id,title,message,posted_at,published_at,deleted_at'],
  ['video', null, 'poster_id,creator_id,title,author,link_id,length_s,published_at,removed_at'],
  ['track_video', 'video', 'is_featured,timestamp_s'],
  ['forum_board', null, 'read_level'],
  ['forum_thread', null, 'board_id,title,is_locked,is_pinned,posts'],
  ['forum_post', null, 'thread_id,board_id,user_id,number,text,deleted_at'],
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [log, open, functions, furtherFunctions, maker]) await sql.raw(part).execute(db);
  for (const [table, partOf, columns] of tables)
    await sql`select log_public_changes(${sql.lit(table)}, ${sql.lit(partOf)}, ${sql.lit(`{${columns}}`)})`.execute(
      db,
    );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
  do $$ declare made regprocedure; begin
    for made in select oid from pg_proc where pronamespace = current_schema()::regnamespace
      and (proname like 'log\\_public%' or proname in ('number_public_changes', 'public_change_now', 'track_is_open', 'pack_is_open', 'board_is_open')) loop
      execute format('drop function %s cascade', made);
    end loop;
  end $$;
  drop table public_change, public_change_pending;`)
    .execute(db);
}
