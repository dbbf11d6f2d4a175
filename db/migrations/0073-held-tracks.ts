import { type Kysely, sql } from 'kysely';

/** Tracks that moderators hold back, and betas that nobody changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table track
      add column hold text check (hold in ('review', 'crew')), -- waits for a moderator, or hidden by one
      add column held_at timestamptz,
      add column beta_changed_at timestamptz,   -- when an author last changed the beta, other than by a new file
      add column beta_warned_at timestamptz,    -- when its author was told that it will be hidden
      add check ((hold is null) = (held_at is null)),
      add check (hold is null or not is_public)`.execute(db);
  // serves the place of a track in the queue of reviews, and the queue itself
  await sql`
    create index track_review on track (site, held_at, track_id)
      where hold = 'review' and deleted_at is null`.execute(db);
  // serves the job that hides betas without changes
  await sql`create index track_idle_beta on track (updated_at) where is_beta and is_public`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index track_idle_beta, track_review`.execute(db);
  await sql`
    alter table track drop column hold, drop column held_at, drop column beta_changed_at,
      drop column beta_warned_at`.execute(db);
}
