import { type Kysely, sql } from 'kysely';

/** Indexes for lists and pages that would otherwise read many rows which they do not show. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // serves best=0: replays that are no longer a driver's best
  await sql`create index replay_beaten on replay (site, replay_at, replay_id) where not is_best`.execute(db);
  // serves the pages of a thread: earlier posts are skipped in the index
  await sql`create index forum_post_shown on forum_post (site, thread_id, posted_at, post_id)
    where deleted_at is null`.execute(db);
  // serves a board's numbers of threads and posts, and its thread with the last post
  await sql`create index forum_thread_said on forum_thread (site, board_id, last_post_at, thread_id)
    include (posts)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index replay_beaten, forum_post_shown, forum_thread_said`.execute(db);
}
