import { CompiledQuery, type Kysely } from 'kysely';
import type { Database } from '#db/database.ts';
import { fill } from './slots.ts';
import type { Statement } from './statement.ts';

/**
 * A statement in the form in which pg prepares it: parsed and planned once per connection, found again by its name.
 * Kysely hands `sql` to pg as it is, and pg takes an object with a name and a text wherever it takes a text.
 */
class NamedText {
  readonly name: string;
  readonly text: string;
  constructor({ name, text }: Statement) {
    this.name = name;
    this.text = text;
  }
  /** for logs and error messages */
  toString(): string {
    return this.text;
  }
}

/** Runs a statement; `named` keeps it prepared on the connection, for statements that come again and again. */
export async function runStatement(
  db: Kysely<Database>,
  statement: Statement,
  values: Readonly<Record<string, unknown>>,
  named: boolean,
): Promise<{ row: string }[]> {
  const query = CompiledQuery.raw(
    named ? (new NamedText(statement) as unknown as string) : statement.text, // see NamedText
    fill(statement.parameters, values),
  );
  const { rows } = await db.executeQuery(query);
  return rows as { row: string }[]; // compileStatement selects this one column
}
