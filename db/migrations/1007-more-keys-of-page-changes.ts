import { type Kysely, sql } from 'kysely';

/** Pages that only show awards do not depend on other comments, and those that name a pack do not depend on its latest activity. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
  drop function log_comment_for_pages() cascade;
  select log_for_pages('comment', '{track_id,user_id,comment_id,is_award}');
  drop function log_pack_for_pages() cascade;
  select log_for_pages('pack', '{pack_id,owner_id}', '{tracks,pack_value,downloads,updated_at,activity_at,revision,settings_version}');
  select log_often_for_pages('pack', '{pack_id,owner_id}', '{tracks,pack_value,downloads,updated_at,activity_at,revision,settings_version}');`)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
  drop function log_comment_for_pages() cascade;
  select log_for_pages('comment', '{track_id,user_id,comment_id}');
  drop function log_pack_often_for_pages() cascade;
  drop function log_pack_for_pages() cascade;
  select log_for_pages('pack', '{pack_id,owner_id}');`)
    .execute(db);
}
