import { type Kysely, sql } from 'kysely';

/** The page of a hidden pack says since when it is hidden. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // null: it is not hidden, or was before this was recorded
  await sql`alter table pack add column hidden_at timestamptz`.execute(db);
  await sql`
    update pack k set hidden_at = a.acted_at
    from (
      select distinct on (site, subject_id) site, subject_id, acted_at, after ->> 'Visibility' as visibility
      from moderation_act
      where subject_kind = 'pack' and after ? 'Visibility'
      order by site, subject_id, acted_at desc, act_id desc
    ) a
    where a.site = k.site and a.subject_id = k.pack_id and a.visibility = 'Hidden' and not k.is_public`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table pack drop column hidden_at`.execute(db);
}
