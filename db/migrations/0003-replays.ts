import { type Kysely, sql } from 'kysely';

/** Replays, and the boards counted from them. Positions are 0-based, as on the wire. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // parts of names are found by their trigrams: people, packs, videos
  await sql`create extension if not exists pg_trgm`.execute(db);

  await sql`
    create table replay (
      site text not null references site,
      replay_id integer not null check (replay_id > 0),
      track_id integer not null,
      track_version smallint not null,
      user_id integer not null,
      replay_time_ms integer not null check (replay_time_ms > 0),
      replay_score integer,                     -- points on Stunts, else null
      respawns integer not null default 0,
      result bigint not null,                   -- what the track's type ranks by, as one number: lower is better
      checkpoints_ms integer[] not null default '{}',
      replay_at timestamptz not null,
      track_at timestamptz not null,            -- file date of the version driven
      position integer check (position >= 0),   -- null: beaten, or of an older version
      score integer,                            -- leaderboard points; null: not counted
      is_best boolean not null default false,
      is_leaderboard smallint not null default 0 check (is_leaderboard between 0 and 2),
      medal smallint not null default 0 check (medal between 0 and 4),
      contribution integer not null default 0,  -- what it added to the track's value
      validated boolean not null default false,
      driver_login text,
      sha256 text not null references blob,
      file_size integer not null check (file_size > 0),
      secret_until timestamptz,
      primary key (site, replay_id),
      unique (site, sha256),
      foreign key (site, track_id) references track (site, track_id),
      foreign key (site, user_id) references profile (site, user_id)
    ) partition by list (site)`.execute(db);
  // serves GET /api/replays of a track: best result first, of equal ones the older
  await sql`create index replay_track on replay (site, track_id, result, replay_at, replay_id)`.execute(db);
  // serves a person's replays, newest first, and the list filters inreplays / replaysby
  await sql`create index replay_user on replay (site, user_id, replay_at, replay_id)`.execute(db);
  // serves the newest replays of a site
  await sql`create index replay_newest on replay (site, replay_at, replay_id)`.execute(db);
  // serves driverlogin
  await sql`create index replay_login on replay (site, driver_login, replay_at, replay_id) where driver_login is not null`.execute(
    db,
  );
  // serves the check that a blob is still needed
  await sql`create index replay_blob on replay (sha256)`.execute(db);
  // one best replay per driver and track
  await sql`create unique index replay_best on replay (site, track_id, user_id) where is_best`.execute(db);

  await sql`
    create table leaderboard_row (
      site text not null references site,
      board integer not null check (board in (0, 1, 2) or board >= 5), -- lbid: standard, classic, Nadeo, 5 star, else a pack's
      environment smallint not null check (environment between 0 and 7), -- lbenv: 0 all
      user_id integer not null,
      position integer not null check (position >= 0),
      delta integer not null default 0,         -- places climbed since the last snapshot
      score integer not null,
      records integer not null default 0,
      top10s integer not null default 0,
      replays integer not null default 0,
      primary key (site, board, environment, user_id),
      -- a board is rewritten in one transaction: positions are looked at in its end
      unique (site, board, environment, position) deferrable initially deferred,
      foreign key (site, user_id) references profile (site, user_id)
    ) partition by list (site)`.execute(db);
  // serves GET /api/leaderboards orders 1 and 2 and paging by position: the better place is the higher number
  await sql`create index leaderboard_score on leaderboard_row (site, board, environment, (-position))`.execute(
    db,
  );
  // serve orders 3 to 8
  for (const column of ['replays', 'records', 'top10s']) {
    await sql`create index ${sql.raw(`leaderboard_${column}`)} on leaderboard_row
      (site, board, environment, ${sql.raw(column)}, (-position))`.execute(db);
  }

  await sql`
    create table online_record (
      site text not null references site,
      online_record_id integer not null check (online_record_id > 0),
      uid text not null,
      mode smallint not null,                   -- 0 rounds, else time attack
      login text not null,
      time_ms integer not null check (time_ms > 0),
      server text not null default '',
      primary key (site, online_record_id),
      unique (site, uid, mode, login) -- also serves GET /api/tracks/dedimania: a track has a few dozen
    ) partition by list (site)`.execute(db);
  // serves the records of a login
  await sql`create index online_record_login on online_record (site, login, online_record_id)`.execute(db);

  // the record on a track, kept with it for lists and orders
  await sql`
    alter table track
      add column record_replay_id integer,
      add column record_time_ms integer,
      add column record_score integer,
      add column record_user_id integer,
      add column record_at timestamptz,
      add column replays integer not null default 0,
      add column author_time_beaten boolean not null default false`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table track
      drop column record_replay_id, drop column record_time_ms, drop column record_score, drop column record_user_id,
      drop column record_at, drop column replays, drop column author_time_beaten`.execute(db);
  await sql`drop table online_record, leaderboard_row, replay`.execute(db);
  await sql`drop extension if exists pg_trgm`.execute(db);
}
