import { type Kysely, sql } from 'kysely';

/**
 * Unknown and unclosed tags are now shown as typed, and `:D:D` is two smileys, so the lines of texts that may contain either are made
 * again: the job `make-lines` makes them within minutes. All other texts have the same line as before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, text] of [
    ['forum_post', 'text'],
    ['comment', 'text'],
    ['news', 'message'],
    ['private_message', 'text'],
  ] as const)
    await sql`update ${sql.table(table)} set line = null
      where line is not null and (strpos(${sql.ref(text)}, '[') > 0 or ${sql.ref(text)} ~* '[:;][dosp][:;]')`.execute(
      db,
    );
}

export async function down(): Promise<void> {}
