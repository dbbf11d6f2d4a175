import { CompiledQuery, type Kysely } from 'kysely';
import type { Database } from '#db/database.ts';
import { DatabaseUnavailable } from '#db/unavailable.ts';
import type { Ctx } from '#platform/context.ts';
import type { Problem } from '#platform/http/problem.ts';

import { takesTooLong } from './reads.ts';
import { fill } from './slots.ts';
import type { Statement } from './statement.ts';

/**
 * A statement in the form that pg accepts instead of a text; with a name it is parsed once per connection and reused.
 * Kysely passes `sql` to pg unchanged. A statement without a name does not get one: its text depends on visitors, and
 * the names that db/naming-client.ts can give are for our own statements.
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

type Reader = Pick<Ctx, 'db' | 'log' | 'listReads' | 'requestId'>;

/** Runs a statement; `named` keeps it prepared on the connection, for statements that are used often. */
export async function runStatement(
  ctx: Reader,
  statement: Statement,
  values: Readonly<Record<string, unknown>>,
  named: boolean,
): Promise<{ row: string }[]> {
  const query = CompiledQuery.raw(
    new StatementText(statement, named) as unknown as string, // see StatementText
    fill(statement.parameters, values),
  );
  const run = async (db: Kysely<Database>) => (await db.executeQuery(query)).rows;
  // a transaction reads on its own connection
  const reads = 'inTransaction' in ctx ? undefined : ctx.listReads;
  try {
    const rows = await (reads ? reads.run(run) : run(ctx.db));
    return rows as { row: string }[]; // compileStatement selects this one column
  } catch (error) {
    throw tooLong(ctx, statement, values, error) ?? error;
  }
}

/** The Problem of a statement that was cancelled because it took too long; undefined for any other failure. */
function tooLong(
  { log, requestId }: Reader,
  { name, text }: Statement,
  values: Readonly<Record<string, unknown>>,
  error: unknown,
): Problem | undefined {
  if (!(error instanceof DatabaseUnavailable && error.reason === 'slow')) return undefined;
  log.warn({ requestId, statement: name, text, values: shortened(values) }, 'a list took too long');
  return takesTooLong();
}

const maxValueLength = 40;

/** Values as they are logged: what visitors typed may be long. */
const shortened = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (Array.isArray(value)) return [name, `${value.length} values`];
      return [name, typeof value === 'string' ? value.slice(0, maxValueLength) : value];
    }),
  );
