import { type Kysely, sql } from 'kysely';

const userOrders = [
  'name_folded',
  'tracks',
  'packs',
  'awards_received',
  'awards_given',
  'comments_received',
  'comments_given',
  'forum_posts',
  'forum_threads',
  'registered_at',
  'videos_posted',
  'videos_created',
  'replays',
  'favorites',
  'achievements',
  'author_medals',
  'gold_medals',
  'silver_medals',
  'bronze_medals',
];

/** News, forum, achievements, and who served in the crew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table news (
      site text not null references site,
      news_id integer not null check (news_id > 0),
      user_id integer not null,
      title text not null,
      message text not null,
      posted_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (site, news_id),
      foreign key (site, user_id) references profile (site, user_id)
    ) partition by list (site)`.execute(db);
  // serves GET /api/news and the front page
  await sql`create index news_posted on news (site, posted_at, news_id)`.execute(db);

  await sql`
    create table news_dismissal (
      site text not null references site,
      news_id integer not null,
      user_id integer not null,
      primary key (site, news_id, user_id),
      foreign key (site, news_id) references news (site, news_id) on delete cascade,
      foreign key (site, user_id) references profile (site, user_id)
    ) partition by list (site)`.execute(db);

  await sql`
    create table forum_board (
      site text not null references site,
      board_id integer not null check (board_id > 0),
      title text not null,
      about text not null default '',
      read_level smallint not null default 0,
      write_level smallint not null default 2,
      primary key (site, board_id)
    ) partition by list (site)`.execute(db);

  await sql`
    create table forum_thread (
      site text not null references site,
      thread_id integer not null check (thread_id > 0),
      board_id integer not null,
      user_id integer not null,
      title text not null,
      is_locked boolean not null default false,
      is_pinned boolean not null default false,
      posts integer not null default 0,
      created_at timestamptz not null,
      last_post_at timestamptz not null,
      primary key (site, thread_id),
      foreign key (site, board_id) references forum_board (site, board_id),
      foreign key (site, user_id) references profile (site, user_id)
    ) partition by list (site)`.execute(db);
  // serves the threads of a board, pinned first
  await sql`create index forum_thread_board on forum_thread (site, board_id, is_pinned, last_post_at, thread_id)`.execute(
    db,
  );
  // serves the threads a person began
  await sql`create index forum_thread_user on forum_thread (site, user_id, thread_id)`.execute(db);
  // serve the threads of all boards, an index per order
  for (const column of ['last_post_at', 'created_at', 'posts']) {
    await sql`create index ${sql.raw(`forum_thread_${column}`)} on forum_thread (site, ${sql.raw(column)}, thread_id)`.execute(
      db,
    );
  }

  await sql`
    create table forum_post (
      site text not null references site,
      post_id integer not null check (post_id > 0),
      thread_id integer not null,
      user_id integer not null,
      text text not null,
      posted_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz,
      primary key (site, post_id),
      foreign key (site, thread_id) references forum_thread (site, thread_id),
      foreign key (site, user_id) references profile (site, user_id)
    ) partition by list (site)`.execute(db);
  // serves the posts of a thread
  await sql`create index forum_post_thread on forum_post (site, thread_id, post_id)`.execute(db);

  await sql`
    create table achievement (
      site text not null references site,
      achievement_id integer not null check (achievement_id > 0),
      key text not null,
      tier smallint not null check (tier > 0),
      display_name text not null,
      description text not null,                -- may hold {0} for a custom text
      primary_color text not null,
      text_color text not null,
      icon text not null,
      succeeding_id integer,
      primary key (site, achievement_id),
      unique (site, key, tier),
      foreign key (site, succeeding_id) references achievement (site, achievement_id)
    ) partition by list (site)`.execute(db);

  await sql`
    create table achievement_earned (
      site text not null references site,
      achievement_id integer not null,
      user_id integer not null,
      track_id integer not null default 0,      -- 0: earned by the person, not by a track
      custom_text text,
      earned_at timestamptz not null,
      primary key (site, achievement_id, user_id, track_id),
      foreign key (site, achievement_id) references achievement (site, achievement_id),
      foreign key (site, user_id) references profile (site, user_id)
    ) partition by list (site)`.execute(db);
  // serves the badges of a person, newest first
  await sql`create index achievement_earned_user on achievement_earned (site, user_id, earned_at)`.execute(
    db,
  );
  // serves tracksearch/achievement/{id}
  await sql`create index achievement_earned_track on achievement_earned (site, achievement_id, track_id)`.execute(
    db,
  );

  await sql`
    create table former_crew (
      site text not null references site,
      user_id integer not null,
      title text not null,
      from_year smallint not null,
      to_year smallint not null check (to_year >= from_year),
      primary key (site, user_id, from_year),
      foreign key (site, user_id) references profile (site, user_id)
    ) partition by list (site)`.execute(db);

  // what lists of people sort by, kept with the person
  await sql`
    alter table profile
      add column name_folded text,
      add column tracks integer not null default 0,
      add column packs integer not null default 0,
      add column awards_received integer not null default 0,
      add column awards_given integer not null default 0,
      add column comments_received integer not null default 0,
      add column comments_given integer not null default 0,
      add column forum_posts integer not null default 0,
      add column forum_threads integer not null default 0,
      add column videos_posted integer not null default 0,
      add column videos_created integer not null default 0,
      add column replays integer not null default 0,
      add column favorites integer not null default 0,
      add column achievements integer not null default 0,
      add column author_medals integer not null default 0,
      add column gold_medals integer not null default 0,
      add column silver_medals integer not null default 0,
      add column bronze_medals integer not null default 0,
      add column custom_url text`.execute(db);
  // the key of the account is the same fold of the same name
  await sql`update profile p set name_folded = a.name_key from account a where a.account_id = p.account_id`.execute(
    db,
  );
  await sql`alter table profile alter column name_folded set not null`.execute(db);
  // serve GET /api/users, an index per order
  for (const column of userOrders) {
    await sql`create index ${sql.raw(`profile_${column}`)} on profile (site, ${sql.raw(column)}, user_id)`.execute(
      db,
    );
  }
  // serves a part of the name
  await sql`create index profile_name on profile using gin (name_folded gin_trgm_ops)`.execute(db);
  // serves insupporters
  await sql`create index account_supporter on account (supporter_until) where supporter_until is not null`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index account_supporter`.execute(db);
  await sql`drop index profile_registered_at`.execute(db); // the others go with their columns
  await sql`
    alter table profile
      drop column name_folded, drop column tracks, drop column packs, drop column awards_received,
      drop column awards_given, drop column comments_received, drop column comments_given, drop column forum_posts,
      drop column forum_threads, drop column videos_posted, drop column videos_created, drop column replays,
      drop column favorites, drop column achievements, drop column author_medals, drop column gold_medals,
      drop column silver_medals, drop column bronze_medals, drop column custom_url`.execute(db);
  await sql`drop table former_crew, achievement_earned, achievement, forum_post, forum_thread, forum_board, news_dismissal, news`.execute(
    db,
  );
}
