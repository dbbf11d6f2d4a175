import { type Kysely, sql } from 'kysely';

/**
 * The tint of a name, stored with the profile, so that lists read it with the name. Triggers update it on every write that
 * decides it; that a supporter's time is over is not a write, so a job checks each night.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // 0 none, 1 supporter, 2 crew of this edition or of all
  await sql`alter table profile add column tint smallint not null default 0 check (tint between 0 and 2)`.execute(
    db,
  );
  await sql`
    create function profile_tint(of_account integer, on_site text, at timestamptz) returns smallint
    language sql stable as $$
      select (case
        when exists (select from role_grant g where g.account_id = of_account and (g.site is null or g.site = on_site))
          then 2
        when exists (select from account a where a.account_id = of_account and a.supporter_until > at) then 1
        else 0 end)::smallint
    $$`.execute(db);
  await sql`update profile p set tint = profile_tint(p.account_id, p.site, now())
    where profile_tint(p.account_id, p.site, now()) <> 0`.execute(db);

  await sql`
    create function tint_new_profile() returns trigger language plpgsql as $$
    begin
      new.tint := profile_tint(new.account_id, new.site, now());
      return new;
    end $$`.execute(db);
  await sql`create trigger profile_tint before insert on profile
    for each row execute function tint_new_profile()`.execute(db);

  await sql`
    create function tint_profiles() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        update profile p set tint = profile_tint(p.account_id, p.site, now())
        where p.account_id = old.account_id and p.tint <> profile_tint(p.account_id, p.site, now());
      end if;
      if tg_op <> 'DELETE' then
        update profile p set tint = profile_tint(p.account_id, p.site, now())
        where p.account_id = new.account_id and p.tint <> profile_tint(p.account_id, p.site, now());
      end if;
      return null;
    end $$`.execute(db);
  await sql`create trigger role_grant_tint after insert or update or delete on role_grant
    for each row execute function tint_profiles()`.execute(db);
  await sql`create trigger account_tint after update of supporter_until on account
    for each row when (old.supporter_until is distinct from new.supporter_until)
    execute function tint_profiles()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger account_tint on account`.execute(db);
  await sql`drop trigger role_grant_tint on role_grant`.execute(db);
  await sql`drop trigger profile_tint on profile`.execute(db);
  await sql`drop function tint_profiles(), tint_new_profile(), profile_tint(integer, text, timestamptz)`.execute(
    db,
  );
  await sql`alter table profile drop column tint`.execute(db);
}
