import { type Kysely, sql } from 'kysely';

/** Comments and awards, and what people keep for themselves. An award is a comment with a trophy. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table comment (
      site text not null references site,
      comment_id integer not null check (comment_id > 0),
      track_id integer not null,
      user_id integer not null,
      parent_id integer,
      text text not null,
      is_award boolean not null default false,
      comment_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz,                   -- the row stays, for its replies; the text is no longer shown
      primary key (site, comment_id),
      foreign key (site, track_id) references track (site, track_id),
      foreign key (site, user_id) references profile (site, user_id),
      foreign key (site, parent_id) references comment (site, comment_id),
      check (parent_id is null or not is_award)
    ) partition by list (site)`.execute(db);
  // serves GET /api/tracks/comments and the track page
  await sql`create index comment_track on comment (site, track_id, comment_at, comment_id)`.execute(db);
  // serves GET /api/tracks/comments without a track: the newest of the site
  await sql`create index comment_newest on comment (site, comment_at, comment_id) where parent_id is null and not is_award`.execute(
    db,
  );
  // serves replies
  await sql`create index comment_parent on comment (site, parent_id, comment_at, comment_id) where parent_id is not null`.execute(
    db,
  );
  // serves awardedby, commentedby and a person's own
  await sql`create index comment_user on comment (site, user_id, is_award, comment_at, comment_id)`.execute(
    db,
  );
  // serves GET /api/tracks/awards without a track: the newest of the site
  await sql`create index comment_awards on comment (site, comment_at, comment_id) where is_award and deleted_at is null`.execute(
    db,
  );
  // one award per person and track
  await sql`create unique index comment_one_award on comment (site, track_id, user_id) where is_award and deleted_at is null`.execute(
    db,
  );

  await sql`
    create table play_later (
      site text not null references site,
      user_id integer not null,
      track_id integer not null,
      added_at timestamptz not null,
      primary key (site, user_id, track_id),
      foreign key (site, user_id) references profile (site, user_id),
      foreign key (site, track_id) references track (site, track_id) on delete cascade
    ) partition by list (site)`.execute(db);

  await sql`
    create table favorite_user (
      site text not null references site,
      user_id integer not null,
      favorite_id integer not null,
      added_at timestamptz not null,
      primary key (site, user_id, favorite_id),
      foreign key (site, user_id) references profile (site, user_id),
      foreign key (site, favorite_id) references profile (site, user_id),
      check (user_id <> favorite_id)
    ) partition by list (site)`.execute(db);
  // serves the count of those who favour a person
  await sql`create index favorite_user_of on favorite_user (site, favorite_id)`.execute(db);
  // serves indownloads and mydownloads
  await sql`create index track_download_user on track_download (site, user_id, downloaded_at, track_id) where user_id is not null`.execute(
    db,
  );

  await sql`
    create table track_feature (
      site text not null references site,
      track_id integer not null,
      comment text not null check (length(comment) <= 200),
      featured_by integer not null,
      featured_at timestamptz not null,
      primary key (site, track_id),
      foreign key (site, track_id) references track (site, track_id) on delete cascade,
      foreign key (site, featured_by) references profile (site, user_id)
    ) partition by list (site)`.execute(db);

  await sql`alter table track add column last_awarded_at timestamptz`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table track drop column last_awarded_at`.execute(db);
  await sql`drop index track_download_user`.execute(db);
  await sql`drop table track_feature, favorite_user, play_later, comment`.execute(db);
}
