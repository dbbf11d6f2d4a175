import { type Kysely, sql } from 'kysely';

/** Up to which entry of its log of changes a source has been followed: the next pass reads only what changed since. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
  alter table mirror
    add column pass_change bigint, -- where the log ended when the pass began; null: the source has none
    add column followed_to bigint; -- that of the last complete pass over everything
  drop function log_mirror_for_pages() cascade;
  select log_for_pages('mirror', '{mirror_id}',
    '{pass_began_at,pass_ended_at,selection,stage,after_id,pass_change,followed_to}');`)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
  alter table mirror drop column pass_change, drop column followed_to;
  drop function log_mirror_for_pages() cascade;
  select log_for_pages('mirror', '{mirror_id}', '{pass_began_at,pass_ended_at,selection,stage,after_id}');`)
    .execute(db);
}
