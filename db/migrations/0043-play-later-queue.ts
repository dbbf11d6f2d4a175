import { type Kysely, sql } from 'kysely';

/** The Play Later list gets an order of its own and a link to share it; downloads of packs are counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table play_later add column position integer`.execute(db);
  await sql`
    update play_later l set position = o.position
    from (
      select site, user_id, track_id,
        row_number() over (partition by site, user_id order by added_at, track_id) as position
      from play_later
    ) o
    where l.site = o.site and l.user_id = o.user_id and l.track_id = o.track_id`.execute(db);
  // ascending; removed tracks leave gaps
  await sql`alter table play_later alter column position set not null`.execute(db);

  await sql`
    create table play_later_share (
      site text not null references site,
      user_id integer not null,
      secret_key text not null,                 -- of the link; a new one replaces it, deleting the row revokes it
      created_at timestamptz not null,
      primary key (site, user_id),
      foreign key (site, user_id) references profile (site, user_id) on delete cascade
    ) partition by list (site)`.execute(db);
  // serves the shared list: its owner by the secret of the link
  await sql`create unique index play_later_share_key on play_later_share (site, secret_key)`.execute(db);

  await sql`
    create table pack_download (
      site text not null references site,
      pack_id integer not null,
      day date not null,                        -- UTC
      person text not null,                     -- a user, or a visitor within that day
      primary key (site, pack_id, day, person),
      foreign key (site, pack_id) references pack (site, pack_id) on delete cascade
    ) partition by list (site)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table pack_download, play_later_share`.execute(db);
  await sql`alter table play_later drop column position`.execute(db);
}
