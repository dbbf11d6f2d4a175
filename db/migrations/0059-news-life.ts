import { type Kysely, sql } from 'kysely';

/** News is drafted, published at a date, changed and deleted; it is announced once and has a forum thread for its comments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table news
      add column version integer not null default 1,
      add column published_at timestamptz,      -- null: a draft, which only the crew sees
      add column release_at timestamptz,        -- a draft is published then
      add column announced_at timestamptz,      -- users were notified, which happens once
      add column thread_id integer,             -- its comments
      add column deleted_at timestamptz,
      add column deleted_by integer,
      add column deleted_reason text,
      add column hidden_with_account boolean not null default false,
      add check (published_at is null or release_at is null),
      add foreign key (site, thread_id) references forum_thread (site, thread_id)
        on delete set null (thread_id),
      add foreign key (site, deleted_by) references profile (site, user_id)`.execute(db);
  await sql`update news set published_at = posted_at, announced_at = posted_at`.execute(db);
  // serves the job that publishes news at its date, and the drafts of the crew
  await sql`create index news_draft on news (site, release_at) where published_at is null`.execute(db);
  // serves the news of a user whose account is closed or exported
  await sql`create index news_user on news (site, user_id, news_id)`.execute(db);
  // serves the news that a user dismissed
  await sql`create index news_dismissal_user on news_dismissal (site, user_id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index news_dismissal_user`.execute(db);
  await sql`drop index news_user`.execute(db);
  await sql`
    alter table news drop column version, drop column published_at, drop column release_at, drop column announced_at,
      drop column thread_id, drop column deleted_at, drop column deleted_by, drop column deleted_reason,
      drop column hidden_with_account`.execute(db);
}
