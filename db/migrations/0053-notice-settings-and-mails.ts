import { type Kysely, sql } from 'kysely';

/** How users want their notices, who caused a notice, mails about notices, and notices to many users. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notice_setting (               -- a group without a row is delivered in the usual way
      site text not null references site,
      user_id integer not null,
      notice_group text not null,
      delivery text not null check (delivery in ('off', 'site', 'mail', 'daily', 'weekly')),
      chosen_at timestamptz not null,
      primary key (site, user_id, notice_group),
      foreign key (site, user_id) references profile (site, user_id)
    ) partition by list (site)`.execute(db);
  // serves the digests: who has groups with this delivery
  await sql`
    create index notice_setting_digest on notice_setting (site, delivery, user_id)
    where delivery in ('daily', 'weekly')`.execute(db);
  // the rows below need partitions; those of later editions are created at the start of the server
  await sql`
    do $$ declare code text; begin
      for code in select s.code from site s loop
        execute format('create table %I partition of notice_setting for values in (%L)', 'notice_setting_' || code, code);
      end loop;
    end $$`.execute(db);
  await sql`
    insert into notice_setting (site, user_id, notice_group, delivery, chosen_at)
    select m.site, m.user_id, g, 'mail', m.asked_at from notice_mail m, unnest(array['messages', 'mentions', 'replies',
      'comments', 'authors', 'tracks', 'packs', 'records', 'favorites', 'achievements', 'news', 'reports', 'moderation']) g`.execute(
    db,
  );
  await sql`
    insert into notice_setting (site, user_id, notice_group, delivery, chosen_at)
    select a.site, a.user_id, 'achievements', 'off', now() from achievement_silence a
    on conflict (site, user_id, notice_group) do update set delivery = 'off'`.execute(db);
  await sql`drop table achievement_silence`.execute(db);

  await sql`
    create table notice_outbox (                -- mails about notices
      site text not null references site,
      mail_id integer not null check (mail_id > 0),
      user_id integer not null,
      delivery text not null check (delivery in ('mail', 'daily', 'weekly')),
      state text not null default 'due' check (state in ('due', 'handed', 'sent', 'refused', 'withheld', 'dropped')),
      due_at timestamptz not null,
      tries integer not null default 0,
      changed_at timestamptz not null,
      primary key (site, mail_id),
      foreign key (site, user_id) references profile (site, user_id)
    ) partition by list (site)`.execute(db);
  // serves the job that sends mails, oldest first
  await sql`create index notice_outbox_due on notice_outbox (site, due_at, mail_id) where state = 'due'`.execute(
    db,
  );
  // serves the report of mails whose fate is unknown
  await sql`create index notice_outbox_handed on notice_outbox (site, changed_at) where state = 'handed'`.execute(
    db,
  );
  // serves the closing and erasure of an account
  await sql`create index notice_outbox_user on notice_outbox (site, user_id)`.execute(db);

  await sql`
    create table announcement (                 -- notices to many users, written in chunks
      site text not null references site,
      announcement_id integer not null check (announcement_id > 0),
      kind text not null,
      text text not null,
      link text not null check (link ~ '^/([^/]|$)' and length(link) <= 500),
      by_user_id integer,                       -- null: not caused by a user
      fans_of integer[],                        -- null: for everyone on the edition
      track_id integer,                         -- not written unless this track is public
      announced_at timestamptz not null,
      after_user_id integer not null default 0, -- users up to this one have their notice
      notices integer not null default 0,       -- how many were written
      ended_at timestamptz,
      primary key (site, announcement_id),
      foreign key (site, by_user_id) references profile (site, user_id)
    ) partition by list (site)`.execute(db);
  // serves the job that continues announcements
  await sql`create index announcement_open on announcement (site, announcement_id) where ended_at is null`.execute(
    db,
  );
  // serves the withdrawal of an announcement
  await sql`create index announcement_link on announcement (site, link, kind)`.execute(db);
  // serves the closing and erasure of an account
  await sql`create index announcement_by on announcement (site, by_user_id) where by_user_id is not null`.execute(
    db,
  );

  await sql`
    alter table notice
      add column by_user_id integer,            -- whose act it is about; null: nobody's, or a decision of the crew
      add column hidden_at timestamptz,         -- while the account of by_user_id is closed
      add column mail_id integer,               -- the one mail that contains it
      add column announcement_id integer,
      add foreign key (site, by_user_id) references profile (site, user_id)`.execute(db);
  // serves the closing and erasure of an account, and notices about the same user that are combined
  await sql`create index notice_by on notice (site, by_user_id, user_id) where by_user_id is not null`.execute(
    db,
  );
  // serves the contents of a mail
  await sql`create index notice_mailed on notice (site, mail_id) where mail_id is not null`.execute(db);
  // serves the withdrawal of an announcement
  await sql`create index notice_announced on notice (site, announcement_id) where announcement_id is not null`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index notice_by, notice_mailed, notice_announced`.execute(db);
  await sql`
    alter table notice
      drop column by_user_id, drop column hidden_at, drop column mail_id, drop column announcement_id`.execute(
    db,
  );
  await sql`drop table announcement, notice_outbox, notice_setting`.execute(db);
  await sql`
    create table achievement_silence (
      site text not null references site,
      user_id integer not null,
      primary key (site, user_id),
      foreign key (site, user_id) references profile (site, user_id) on delete cascade
    ) partition by list (site)`.execute(db);
}
