import { type Kysely, sql } from 'kysely';

const tables = [
  { table: 'forum_post', id: 'post_id', text: 'text' },
  { table: 'comment', id: 'comment_id', text: 'text' },
  { table: 'news', id: 'news_id', text: 'message' },
  { table: 'private_message', id: 'message_id', text: 'text' },
] as const;

/** Lists show a stored line instead of parsing each text again. A line never outlives the text that it was made from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function clear_line() returns trigger language plpgsql as $$
    begin
      new.line := null;
      return new;
    end $$`.execute(db);
  for (const { table, id, text } of tables) {
    const [name, column] = [sql.table(table), sql.ref(text)];
    await sql`alter table ${name} add column line text`.execute(db);
    await sql`
      create trigger ${sql.raw(`${table}_clear_line`)} before update of ${column} on ${name} for each row
      when (new.${column} is distinct from old.${column} and new.line is not distinct from old.line)
      execute function clear_line()`.execute(db);
    // serves the job that makes missing lines; empty as soon as it has
    await sql`create index ${sql.raw(`${table}_no_line`)} on ${name} (site, ${sql.ref(id)}) where line is null`.execute(
      db,
    );
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const { table } of tables) {
    await sql`drop trigger ${sql.raw(`${table}_clear_line`)} on ${sql.table(table)}`.execute(db);
    await sql`alter table ${sql.table(table)} drop column line`.execute(db); // its index goes with it
  }
  await sql`drop function clear_line()`.execute(db);
}
