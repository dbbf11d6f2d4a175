import { type Kysely, sql } from 'kysely';

/**
 * What people did with tracks is kept in memory beside the tracks (decision 40), so a change of a replay or a remark is
 * logged as a change of its track. People of an edition are counted as they come: the front page shows how many.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['replay', 'comment']) {
    for (const [act, rows] of [
      ['insert', 'new table as changed_to'],
      ['update', 'new table as changed_to'],
      ['delete', 'old table as changed_from'],
    ] as const) {
      await sql`create trigger ${sql.id(`${table}_log_${act}`)} after ${sql.raw(act)} on ${sql.id(table)}
        referencing ${sql.raw(rows)} for each statement execute function log_track_changes()`.execute(db);
    }
  }

  await sql`alter table site add column profiles integer not null default 0`.execute(db);
  await sql`update site s set profiles = (select count(*) from profile p where p.site = s.code)`.execute(db);
  await sql`
    create function count_profiles() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        update site s set profiles = profiles + c.n
        from (select site, count(*) as n from changed group by site) c where c.site = s.code;
      else
        update site s set profiles = profiles - c.n
        from (select site, count(*) as n from changed group by site) c where c.site = s.code;
      end if;
      return null;
    end $$`.execute(db);
  await sql`create trigger profile_count_insert after insert on profile referencing new table as changed
    for each statement execute function count_profiles()`.execute(db);
  await sql`create trigger profile_count_delete after delete on profile referencing old table as changed
    for each statement execute function count_profiles()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger profile_count_insert on profile`.execute(db);
  await sql`drop trigger profile_count_delete on profile`.execute(db);
  await sql`drop function count_profiles()`.execute(db);
  await sql`alter table site drop column profiles`.execute(db);
  for (const table of ['replay', 'comment'])
    for (const act of ['insert', 'update', 'delete'])
      await sql`drop trigger ${sql.id(`${table}_log_${act}`)} on ${sql.id(table)}`.execute(db);
}
