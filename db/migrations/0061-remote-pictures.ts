import { type Kysely, sql } from 'kysely';

/** Pictures of other hosts that stand in messages: fetched once, re-encoded and stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table remote_picture (
      site text not null references site,
      picture_id integer not null,
      -- of our copy; random
      key text not null,
      address text not null,
      -- of the address, which is too long for an index
      address_sha256 text not null,
      state text not null check (state in ('waiting', 'shown', 'failed', 'blocked')),
      -- why it is not shown
      failure text,
      tries smallint not null default 0,
      -- null: it is not fetched again
      next_try_at timestamptz,
      -- of the file as it was received: a blocked picture is recognised at other addresses
      received_sha256 text,
      sha256 text references blob,
      width integer check (width > 0),
      height integer check (height > 0),
      -- the last time a text with this address was saved
      named_at timestamptz not null,
      primary key (site, picture_id),
      check ((state = 'shown') = (sha256 is not null and width is not null and height is not null)),
      check ((state = 'failed') = (failure is not null))
    ) partition by list (site)`.execute(db);
  // serves messages, which name pictures by address
  await sql`create unique index remote_picture_address on remote_picture (site, address_sha256)`.execute(db);
  // serves /remotepicture/{key}
  await sql`create unique index remote_picture_key on remote_picture (site, key)`.execute(db);
  // serves the job that fetches pictures that are due
  await sql`create index remote_picture_due on remote_picture (next_try_at) where next_try_at is not null`.execute(
    db,
  );
  // serves the comparison of a received file with those that moderators blocked
  await sql`create index remote_picture_blocked on remote_picture (site, received_sha256) where state = 'blocked'`.execute(
    db,
  );
  // serves the check that a blob is still needed
  await sql`create index remote_picture_file on remote_picture (sha256)`.execute(db);
  // serves the nightly search for texts with pictures
  await sql`create index forum_post_with_picture on forum_post (site, post_id) where text ~* '\\[img'`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index forum_post_with_picture`.execute(db);
  await sql`drop table remote_picture`.execute(db);
}
