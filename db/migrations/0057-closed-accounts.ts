import { type Kysely, sql } from 'kysely';

/** Rows that can be hidden together with the account of their author. */
const hidden = ['comment', 'track', 'pack', 'replay', 'online_record'] as const;

/**
 * What the user of a closed account wrote is hidden in the way that its lists already respect (deleted, not public), with a mark, so
 * that reopening the account restores exactly that.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of hidden)
    await sql`alter table ${sql.id(table)} add column hidden_with_account boolean not null default false`.execute(
      db,
    );
  // in no list of users; the name is "Deleted user" meanwhile
  await sql`alter table profile add column closed_at timestamptz`.execute(db);

  // tracks that must be counted again after their comments, replays or authors were hidden or shown
  await sql`
    create table unsettled_track (
      site text not null references site,
      part text not null check (part in ('comments', 'replays', 'people')),
      track_id integer not null,
      primary key (site, part, track_id),
      foreign key (site, track_id) references track (site, track_id) on delete cascade
    ) partition by list (site)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table unsettled_track`.execute(db);
  await sql`alter table profile drop column closed_at`.execute(db);
  for (const table of hidden)
    await sql`alter table ${sql.id(table)} drop column hidden_with_account`.execute(db);
}
