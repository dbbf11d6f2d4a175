import { type Kysely, sql } from 'kysely';

/** Texts with links or pictures of new writers wait for a moderator, outside of all tables that others read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table held_text (
      site text not null references site,
      held_id integer not null check (held_id > 0),
      user_id integer not null,
      kind text not null
        check (kind in ('comment', 'award', 'commentchange', 'thread', 'post', 'postchange', 'newscomment')),
      place_id integer not null,                -- the track, thread, board or news post, as the kind says
      title text,                               -- of a thread
      text text not null,                       -- as typed; empty some time after its release
      payload jsonb not null,                   -- further fields of the form
      parts text[] not null,                    -- what it shows of other hosts
      state text not null default 'waiting'
        check (state in ('waiting', 'released', 'refused', 'withdrawn', 'expired')),
      held_at timestamptz not null,
      ended_at timestamptz,
      result_id integer,                        -- the comment or post that it became
      replaced text,                            -- the text that a change replaced
      primary key (site, held_id),
      foreign key (site, user_id) references profile (site, user_id),
      check ((state = 'waiting') = (ended_at is null))
    ) partition by list (site)`.execute(db);
  // serves the texts of a user, also those that wait at one place, and how many were released
  await sql`create index held_text_user on held_text (site, user_id, held_at, held_id)`.execute(db);
  // serves the place in the queue, and texts that expire
  await sql`create index held_text_waiting on held_text (site, held_at, held_id) where state = 'waiting'`.execute(
    db,
  );
  // serves the job that erases what ended long ago
  await sql`create index held_text_ended on held_text (site, ended_at) where ended_at is not null and text <> ''`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table held_text`.execute(db);
}
