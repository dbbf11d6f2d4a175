import { type Kysely, sql } from 'kysely';

/** What was driven in each replay, so that the same run is recognised in another file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // hashes of inputs and movement; '' if too little was driven to tell runs apart; null: not read yet
  await sql`alter table replay add column run_inputs text, add column run_line text`.execute(db);
  await sql`create index replay_run_inputs on replay (track_id, run_inputs) where run_inputs <> ''`.execute(
    db,
  );
  await sql`create index replay_run_line on replay (track_id, run_line) where run_line <> ''`.execute(db);
  // serves the job that reads files without hashes
  await sql`create index replay_run_unread on replay (replay_at desc) where run_inputs is null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index replay_run_inputs, replay_run_line, replay_run_unread`.execute(db);
  await sql`alter table replay drop column run_inputs, drop column run_line`.execute(db);
}
