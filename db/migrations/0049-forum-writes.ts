import { type Kysely, sql } from 'kysely';

/** Users write in the forum: posts have a place in their thread, an edit history and readers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table forum_board
      add column reply_level smallint not null default 1,
      add column is_shared boolean not null default false`.execute(db);
  await sql`update forum_board set reply_level = write_level where write_level > 2`.execute(db);
  await sql`update forum_board set is_shared = true where board_id in (11, 12)`.execute(db);
  await sql`
    insert into forum_board (site, board_id, title, about, write_level)
    select distinct site, 14, 'News comments', 'What users say about the news.', 4 from forum_board
    on conflict do nothing`.execute(db);

  // tags of BB-code are not searched
  const words = (column: string) =>
    sql.raw(`to_tsvector('simple'::regconfig, regexp_replace(${column}, '\\[[^\\[\\]]*\\]', ' ', 'g'))`);
  await sql`
    alter table forum_thread
      add column locked_by_crew boolean not null default false,
      add column last_post_id integer not null default 0,
      add column last_number integer not null default 0,
      add column merged_into integer,
      add column words tsvector generated always as (${words('title')}) stored`.execute(db);
  await sql`
    alter table forum_post
      add column number integer,
      add column board_id integer,
      add column deleted_by_crew boolean not null default false,
      add column hidden_with_account boolean not null default false,
      add column posted_in integer,
      add column words tsvector generated always as (${words('text')}) stored`.execute(db);
  await sql`
    update forum_post p set number = n.number, board_id = n.board_id from (
      select o.site, o.post_id, h.board_id,
        row_number() over (partition by o.site, o.thread_id order by o.posted_at, o.post_id) as number
      from forum_post o join forum_thread h on h.site = o.site and h.thread_id = o.thread_id
    ) n where p.site = n.site and p.post_id = n.post_id`.execute(db);
  await sql`
    update forum_thread h set last_post_id = l.post_id, last_number = l.number from (
      select distinct on (site, thread_id) site, thread_id, post_id, number from forum_post
      where deleted_at is null order by site, thread_id, number desc
    ) l where h.site = l.site and h.thread_id = l.thread_id`.execute(db);
  await sql`alter table forum_post alter column number set not null, alter column board_id set not null`.execute(
    db,
  );

  // serves the pages of a thread, its first and last post, and the next number
  await sql`create index forum_post_number on forum_post (site, thread_id, number)`.execute(db);
  // serves GET /api/posts: the newest of the site
  await sql`create index forum_post_newest on forum_post (site, posted_at, post_id) where deleted_at is null`.execute(
    db,
  );
  // serves GET /api/posts of a board
  await sql`create index forum_post_board on forum_post (site, board_id, posted_at, post_id) where deleted_at is null`.execute(
    db,
  );
  // serves GET /api/posts of a user, their pace of writing, their counter and the erasure of their posts
  await sql`create index forum_post_user on forum_post (site, user_id, posted_at, post_id)`.execute(db);
  // serves the search for words in posts
  await sql`create index forum_post_words on forum_post using gin (words) where deleted_at is null`.execute(
    db,
  );
  // serves the search for words in titles
  await sql`create index forum_thread_words on forum_thread using gin (words)`.execute(db);

  await sql`
    create table forum_post_edit (
      site text not null references site,
      post_id integer not null,
      replaced_at timestamptz not null,
      text text not null,
      primary key (site, post_id, replaced_at),
      foreign key (site, post_id) references forum_post (site, post_id) on delete cascade
    ) partition by list (site)`.execute(db);

  await sql`
    create table forum_reader (
      site text not null references site,
      user_id integer not null,
      thread_id integer not null,
      read_post_id integer not null default 0,
      is_watching boolean,
      primary key (site, user_id, thread_id),
      foreign key (site, user_id) references profile (site, user_id),
      foreign key (site, thread_id) references forum_thread (site, thread_id) on delete cascade
    ) partition by list (site)`.execute(db);
  // serves the notices of a new post
  await sql`create index forum_reader_watching on forum_reader (site, thread_id, user_id) where is_watching`.execute(
    db,
  );

  await sql`
    create table forum_mark (
      site text not null references site,
      user_id integer not null,
      board_id integer not null,                -- 0: all boards
      read_before timestamptz not null,
      primary key (site, user_id, board_id),
      foreign key (site, user_id) references profile (site, user_id)
    ) partition by list (site)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table forum_mark, forum_reader, forum_post_edit`.execute(db);
  await sql`drop index forum_post_user`.execute(db); // the others go with their columns
  await sql`drop index forum_post_newest`.execute(db);
  await sql`
    alter table forum_post drop column number, drop column board_id, drop column deleted_by_crew,
      drop column hidden_with_account, drop column posted_in, drop column words`.execute(db);
  await sql`
    alter table forum_thread drop column locked_by_crew, drop column last_post_id, drop column last_number,
      drop column merged_into, drop column words`.execute(db);
  await sql`delete from forum_board b where board_id = 14 and not exists (
    select from forum_thread h where h.site = b.site and h.board_id = b.board_id)`.execute(db);
  await sql`alter table forum_board drop column reply_level, drop column is_shared`.execute(db);
}
