import { type Kysely, sql } from 'kysely';

/** What npm run mirror has read from other sites, and what became of it here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
  create table mirror (
    site text not null references site,
    mirror_id integer not null check (mirror_id > 0),
    origin text not null,                    -- such as https://tmnf.exchange
    pass_began_at timestamptz not null,
    pass_ended_at timestamptz,               -- null: the pass is unfinished, and the next run continues it
    selection text not null default '',      -- what the pass is limited to
    stage text not null,
    after_id integer,                        -- the last row of the stage's list that was handled; null: none
    read_at timestamptz,                     -- when the last complete pass began: how fresh the copies are
    primary key (site, mirror_id),
    unique (site, origin)
  ) partition by list (site);

  create table mirrored (
    site text not null references site,
    mirror_id integer not null,
    kind text not null check (kind in ('user', 'track', 'replay', 'comment', 'award', 'pack')),
    source_id integer not null check (source_id > 0),
    local_id integer,                        -- null: it is not here
    state text not null check (state in ('copied', 'here', 'refused', 'gone', 'erased')),
    reason text not null default '',
    row_hash text not null default '',       -- of the row that was copied; another one is copied again
    read_at timestamptz not null,            -- when the pass that last saw it began
    primary key (site, mirror_id, kind, source_id),
    foreign key (site, mirror_id) references mirror (site, mirror_id)
  ) partition by list (site);
  -- serves the source of a track, user or pack on its page and in the API
  create index mirrored_local on mirrored (site, kind, local_id) where local_id is not null;
  -- serves the rows that a complete pass has not seen
  create index mirrored_read on mirrored (site, mirror_id, kind, read_at);

  create table mirror_file (
    site text not null references site,
    mirror_id integer not null,
    path text not null,
    version text not null,                   -- of the file at the source: a change makes another one
    sha256 text not null,
    stored_sha256 text references blob,      -- while no other row names the file
    etag text,
    fetched_at timestamptz not null,
    primary key (site, mirror_id, path),
    foreign key (site, mirror_id) references mirror (site, mirror_id)
  ) partition by list (site);
  -- serves the sweep of files that no row names
  create index mirror_file_stored on mirror_file (stored_sha256) where stored_sha256 is not null;

  select log_for_pages('mirror', '{mirror_id}', '{pass_began_at,pass_ended_at,selection,stage,after_id}');
  select log_for_pages('mirrored', '{kind,local_id}', '{row_hash,read_at}');`)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
  drop table mirror_file;
  drop table mirrored;
  drop table mirror;
  drop function log_mirrored_for_pages();
  drop function log_mirror_for_pages();`)
    .execute(db);
}
