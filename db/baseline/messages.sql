-- Private messages: conversations of two or more users of an edition.

create table conversation (
  site text not null references site,
  conversation_id integer not null check (conversation_id > 0),
  user_id integer,                          -- the starter; null: an erased user
  subject text not null,
  is_official boolean not null default false, -- a moderator wrote as such: blocks do not apply
  started_at timestamptz not null,
  primary key (site, conversation_id),
  foreign key (site, user_id) references profile (site, user_id)
) partition by list (site);
-- serves the number of conversations that a user started today
create index conversation_user on conversation (site, user_id, started_at);

create table conversation_member (
  site text not null references site,
  conversation_id integer not null,
  user_id integer not null,
  added_by integer not null,                -- the starter adds the first members, and themselves
  joined_at timestamptz not null,
  left_at timestamptz,                      -- a member who left cannot be added again
  before_id integer not null default 0,     -- messages up to this one were written before the member joined
  read_id integer not null default 0,       -- read up to this message
  newest_id integer not null default 0,     -- the newest message that the member sees; 0: none
  newest_at timestamptz not null,
  is_archived boolean not null default false,
  primary key (site, conversation_id, user_id),
  foreign key (site, conversation_id) references conversation (site, conversation_id) on delete cascade,
  foreign key (site, user_id) references profile (site, user_id),
  foreign key (site, added_by) references profile (site, user_id)
) partition by list (site);
-- serves the inbox and the archive: the newest message first
create index conversation_member_box on conversation_member (site, user_id, is_archived, newest_at, conversation_id)
  where left_at is null and newest_id > 0;
-- serves the number of unread conversations
create index conversation_member_unread on conversation_member (site, user_id)
  where left_at is null and newest_id > read_id;
-- serves the conversations of a user, and those that two users share
create index conversation_member_user on conversation_member (site, user_id, conversation_id);
-- serves the number of users that a user has written to today
create index conversation_member_added on conversation_member (site, added_by, joined_at);

create table private_message (
  site text not null references site,
  message_id integer not null check (message_id > 0),
  conversation_id integer not null,
  user_id integer not null,
  text text not null,
  words tsvector not null,                  -- folded words of the text, and an entry for each reader
  sent_at timestamptz not null,
  deleted_at timestamptz,
  hidden_with_account boolean not null default false,
  line text,
  primary key (site, message_id),
  foreign key (site, conversation_id) references conversation (site, conversation_id) on delete cascade,
  foreign key (site, user_id) references profile (site, user_id)
) partition by list (site);
-- serves a page of a conversation
create index private_message_conversation on private_message (site, conversation_id, message_id);
-- serves the number of messages that a user sent recently, and their export
create index private_message_user on private_message (site, user_id, sent_at);
-- serves the search in a user's own messages; each partition contains one edition
create index private_message_words on private_message using gin (words);
-- serves the job that makes missing lines
create index private_message_no_line on private_message (site, message_id) where line is null;

-- user_id has written to other_id.
create table message_contact (
  site text not null references site,
  user_id integer not null,
  other_id integer not null,
  primary key (site, user_id, other_id),
  foreign key (site, user_id) references profile (site, user_id),
  foreign key (site, other_id) references profile (site, user_id)
) partition by list (site);
-- serves the erasure of a user
create index message_contact_other on message_contact (site, other_id);

-- Without a row, everyone may write to the user.
create table message_setting (
  site text not null references site,
  user_id integer not null,
  accepts text not null check (accepts in ('everyone', 'known', 'nobody')),
  primary key (site, user_id),
  foreign key (site, user_id) references profile (site, user_id)
) partition by list (site);
