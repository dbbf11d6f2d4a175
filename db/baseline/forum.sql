-- The forum: boards, threads, posts, and what users have read.

create table forum_board (
  site text not null references site,
  board_id integer not null check (board_id > 0),
  title text not null,
  about text not null default '',
  read_level smallint not null default 0,
  write_level smallint not null default 2,
  reply_level smallint not null default 1,
  is_shared boolean not null default false,
  position smallint not null default 50,
  primary key (site, board_id)
) partition by list (site);

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
  locked_by_crew boolean not null default false,
  last_post_id integer not null default 0,
  last_number integer not null default 0,   -- of its last post
  merged_into integer,                      -- the thread that contains its posts now
  -- tags of BB-code are not searched
  words tsvector
    generated always as (to_tsvector('simple'::regconfig, regexp_replace(title, '\[[^\[\]]*\]', ' ', 'g'))) stored,
  primary key (site, thread_id),
  foreign key (site, board_id) references forum_board (site, board_id),
  foreign key (site, user_id) references profile (site, user_id)
) partition by list (site);
-- serves the threads of a board, pinned ones first
create index forum_thread_board on forum_thread (site, board_id, is_pinned, last_post_at, thread_id);
-- serves the threads that a user started
create index forum_thread_user on forum_thread (site, user_id, thread_id);
-- serve the threads of all boards, one index per order
create index forum_thread_last_post_at on forum_thread (site, last_post_at, thread_id);
create index forum_thread_created_at on forum_thread (site, created_at, thread_id);
create index forum_thread_posts on forum_thread (site, posts, thread_id);
-- serves a board's numbers of threads and posts, and its latest post
create index forum_thread_said on forum_thread (site, board_id, last_post_at, thread_id) include (posts);
-- serves the search for words in titles
create index forum_thread_words on forum_thread using gin (words);

create table forum_post (
  site text not null references site,
  post_id integer not null check (post_id > 0),
  thread_id integer not null,
  user_id integer not null,
  text text not null,
  posted_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  number integer not null,                  -- in its thread, for good
  board_id integer not null,
  deleted_by_crew boolean not null default false,
  hidden_with_account boolean not null default false,
  posted_in integer,                        -- the thread in which it was written, if it was moved
  words tsvector
    generated always as (to_tsvector('simple'::regconfig, regexp_replace(text, '\[[^\[\]]*\]', ' ', 'g'))) stored,
  line text,
  primary key (site, post_id),
  foreign key (site, thread_id) references forum_thread (site, thread_id),
  foreign key (site, user_id) references profile (site, user_id)
) partition by list (site);
-- serves the first unread post of a thread
create index forum_post_thread on forum_post (site, thread_id, post_id);
-- serves GET /api/posts of a thread
create index forum_post_shown on forum_post (site, thread_id, posted_at, post_id) where deleted_at is null;
-- serves the pages of a thread, its first and last post, and the next number
create index forum_post_number on forum_post (site, thread_id, number);
-- serves GET /api/posts: the latest of an edition
create index forum_post_newest on forum_post (site, posted_at, post_id) where deleted_at is null;
-- serves GET /api/posts of a board
create index forum_post_board on forum_post (site, board_id, posted_at, post_id) where deleted_at is null;
-- serves GET /api/posts of a user, the limit of posts, their counter, and their erasure
create index forum_post_user on forum_post (site, user_id, posted_at, post_id);
-- serves the search for words in posts
create index forum_post_words on forum_post using gin (words) where deleted_at is null;
-- serves the nightly search for texts with pictures
create index forum_post_with_picture on forum_post (site, post_id) where text ~* '\[img';
-- serves the job that makes missing lines
create index forum_post_no_line on forum_post (site, post_id) where line is null;

create table forum_post_edit (
  site text not null references site,
  post_id integer not null,
  replaced_at timestamptz not null,
  text text not null,
  primary key (site, post_id, replaced_at),
  foreign key (site, post_id) references forum_post (site, post_id) on delete cascade
) partition by list (site);

create table forum_reader (
  site text not null references site,
  user_id integer not null,
  thread_id integer not null,
  read_post_id integer not null default 0,
  is_watching boolean,
  primary key (site, user_id, thread_id),
  foreign key (site, user_id) references profile (site, user_id),
  foreign key (site, thread_id) references forum_thread (site, thread_id) on delete cascade
) partition by list (site);
-- serves the notices about a new post
create index forum_reader_watching on forum_reader (site, thread_id, user_id) where is_watching;

create table forum_mark (
  site text not null references site,
  user_id integer not null,
  board_id integer not null,                -- 0: all boards
  read_before timestamptz not null,
  primary key (site, user_id, board_id),
  foreign key (site, user_id) references profile (site, user_id)
) partition by list (site);
