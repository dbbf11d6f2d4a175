import { type Kysely, sql } from 'kysely';

/** Replays that were analysed but not posted yet, the logins that drive for users, and oddities of replays for moderators. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table replay_upload (
      site text not null references site,
      upload_key text not null,
      user_id integer not null,
      sha256 text not null references blob,
      file_name text not null,
      file_size integer not null check (file_size > 0),
      facts jsonb not null,
      created_at timestamptz not null,
      replay_id integer,                        -- set when posted: a retry returns the same replay
      primary key (site, upload_key),
      foreign key (site, user_id) references profile (site, user_id),
      foreign key (site, replay_id) references replay (site, replay_id)
    ) partition by list (site)`.execute(db);
  // serves the sweep, which removes uploads after a day
  await sql`create index replay_upload_created on replay_upload (created_at)`.execute(db);
  // serves the check that a blob is still needed
  await sql`create index replay_upload_blob on replay_upload (sha256)`.execute(db);

  await sql`
    create table game_login (
      site text not null references site,
      login_key text not null,                  -- in lower case: a login belongs to at most one user
      login text not null,                      -- as in the first replay
      user_id integer not null,
      replay_id integer not null,               -- the replay that proved it
      bound_at timestamptz not null,
      primary key (site, login_key),
      foreign key (site, user_id) references profile (site, user_id),
      foreign key (site, replay_id) references replay (site, replay_id)
    ) partition by list (site)`.execute(db);
  // serves the logins of a user
  await sql`create index game_login_user on game_login (site, user_id, bound_at, login_key)`.execute(db);

  await sql`alter table replay add column flags text[] not null default '{}'`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table replay drop column flags`.execute(db);
  await sql`drop table replay_upload, game_login`.execute(db);
}
