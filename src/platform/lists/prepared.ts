import { CompiledQuery, type Kysely } from 'kysely';
import type { Database } from '#db/database.ts';
import { fill } from './slots.ts';
import type { Statement } from './statement.ts';

/**
 * A statement as pg takes it wherever it takes a text; with a name it is parsed once per connection and found again.
 * Kysely hands `sql` to pg as it is. Without a name it stays without one: visitors make these texts, and the names that
 * db/naming-client.ts has to give are for ours.
 */
class StatementText {
  readonly name: string | undefined;
  readonly text: string;
  constructor({ name, text }: Statement, isNamed: boolean) {
    this.name = isNamed ? name : undefined;
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
    new StatementText(statement, named) as unknown as string, // see StatementText
    fill(statement.parameters, values),
  );
  const { rows } = await db.executeQuery(query);
  return rows as { row: string }[]; // compileStatement selects this one column
}
