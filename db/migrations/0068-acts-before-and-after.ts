import { type Kysely, sql } from 'kysely';

/** The moderation log says what an act changed, whom it concerns, which case it belongs to and which act it undoes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table moderation_act
      add column before jsonb,
      add column after jsonb,
      add column person_id integer,             -- the user on whose account or work it was decided
      add column case_id integer,               -- the case on whose page it was decided
      add column undoes integer,                -- the act that it undoes
      add foreign key (site, person_id) references profile (site, user_id),
      add foreign key (site, undoes) references moderation_act (site, act_id)`.execute(db);
  // an act is undone at most once; serves whether an act is undone
  await sql`create unique index moderation_act_undoes on moderation_act (site, undoes) where undoes is not null`.execute(
    db,
  );
  // serves the log of one moderator
  await sql`create index moderation_act_moderator on moderation_act (site, user_id, acted_at, act_id)`.execute(
    db,
  );
  // serves the log of one act
  await sql`create index moderation_act_name on moderation_act (site, act, acted_at, act_id)`.execute(db);
  // serves the log of one kind of subject
  await sql`create index moderation_act_kind on moderation_act (site, subject_kind, acted_at, act_id)`.execute(
    db,
  );
  // serves the log about one person, and the decisions that a person sees
  await sql`
    create index moderation_act_person on moderation_act (site, person_id, acted_at, act_id)
    where person_id is not null`.execute(db);
  // serves the acts of one case
  await sql`
    create index moderation_act_case on moderation_act (site, case_id, acted_at, act_id)
    where case_id is not null`.execute(db);
  // Rows are only added. Erasing an account clears the texts of that person from before and after, and nothing else.
  await sql`
    create function moderation_act_unchanged() returns trigger language plpgsql as $$
    begin
      raise exception 'The moderation log is only added to.';
    end $$`.execute(db);
  await sql`
    create trigger moderation_act_unchanged
    before update of site, act_id, act, subject_kind, subject_id, reason, user_id, acted_at, person_id, case_id, undoes
      or delete on moderation_act
    for each row execute function moderation_act_unchanged()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger moderation_act_unchanged on moderation_act`.execute(db);
  await sql`drop function moderation_act_unchanged`.execute(db);
  await sql`drop index moderation_act_kind, moderation_act_name, moderation_act_moderator`.execute(db);
  await sql`
    alter table moderation_act drop column before, drop column after, drop column person_id, drop column case_id,
      drop column undoes`.execute(db);
}
