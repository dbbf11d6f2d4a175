import { createHash } from 'node:crypto';
import { CompiledQuery, type Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '#db/database.ts';
import { DatabaseUnavailable } from '#db/unavailable.ts';
import type { Ctx } from '#platform/context.ts';
import type { Problem } from '#platform/http/problem.ts';
import type { List } from './list.ts';
import { takesTooLong } from './reads.ts';
import { Slot } from './slots.ts';

/**
 * A statement whose values are still open (Slots among `parameters`). It returns rows with one column, `row`: JSON
 * text.
 */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/**
 * A statement with its site as a literal instead of a parameter: PostgreSQL then always knows the partition and keeps
 * its plan, instead of making one for each request (1.2 ms for the rows of a page). For statements whose plan no
 * other value could change; for the statement of a list the best plan depends on the filters' values.
 */
export function ofSite<Q extends { sql: string; parameters: readonly unknown[] }>(
  { sql: text, parameters }: Q,
  site: string,
): { sql: string; parameters: readonly unknown[] } {
  const isSite = (parameter: unknown) => parameter instanceof Slot && parameter.name === 'site';
  const literal = `'${site.replaceAll("'", "''")}'`;
  let open = 0;
  const placeOf = parameters.map((parameter) => (isSite(parameter) ? literal : `$${++open}`));
  return {
    sql: text.replace(/\$(\d+)/g, (there, number: string) => placeOf[Number(number) - 1] ?? there),
    parameters: parameters.filter((parameter) => !isSite(parameter)),
  };
}

/** Named by its text, so that equal names never mean different statements, whichever bundle compiled them. */
export function named(
  list: string,
  { sql: text, parameters }: { sql: string; parameters: readonly unknown[] },
): Statement {
  const name = `${list}-${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`;
  return { name, text, parameters };
}

/** Cached statements that are not prepared. Pages use a few dozen shapes; the others are combinations that users try. */
const maxUnprepared = 500;
/** A shape used this often is prepared on the connections… */
const prepareAfter = 4;
/** …up to this many: a prepared statement stays in the database's memory for as long as the connection. */
const maxPrepared = 100;

export interface Cached {
  readonly statement: Statement;
  uses: number;
  named: boolean;
}

const numbers = new WeakMap<List, number>();
let given = 0;

/**
 * What the keys of a list's statements begin with: a number for each list, since one that was derived from another has the same
 * name and other statements.
 */
export function listNumber(list: List): number {
  const number = numbers.get(list) ?? ++given;
  numbers.set(list, number);
  return number;
}

/** A cache of compiled statements by shape. Several instances in one process do no harm. */
export class Statements {
  readonly #unprepared = new LRUCache<string, Cached>({ max: maxUnprepared });
  /** never evicted: they stay on the connections anyway */
  readonly #prepared = new Map<string, Cached>();

  /** Returns the statement with this key, compiling it if it is not cached. */
  cached(key: string, compile: () => Statement): Cached {
    const prepared = this.#prepared.get(key);
    if (prepared) return prepared;
    const cached = this.#unprepared.get(key) ?? { statement: compile(), uses: 0, named: false };
    cached.uses += 1;
    cached.named = cached.uses >= prepareAfter && this.#prepared.size < maxPrepared;
    if (cached.named) {
      this.#unprepared.delete(key);
      this.#prepared.set(key, cached);
    } else this.#unprepared.set(key, cached);
    return cached;
  }
}

/** The values of a compiled statement's parameters, in their order. */
export function fill(parameters: readonly unknown[], values: Readonly<Record<string, unknown>>): unknown[] {
  return parameters.map((parameter) => {
    if (!(parameter instanceof Slot)) return parameter;
    const value = values[parameter.name];
    if (value !== undefined) return value;
    if (parameter.isOptional || parameter.name in values) return null;
    throw new Error(`No value for ${parameter.name}`);
  });
}

/**
 * A statement in the form that pg accepts instead of a text; with a name it is parsed once per connection and reused.
 * Kysely passes `sql` to pg unchanged. A statement without a name does not get one: its text depends on visitors, and
 * the names that db/naming-client.ts can give are for our own statements.
 */
export class StatementText {
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
    const rows = await (reads ? reads.run(run, statement.text) : run(ctx.db));
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
