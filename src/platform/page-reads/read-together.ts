import {
  CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresDialect,
  type QueryResult,
} from 'kysely';
import type { Database } from '#db/database.ts';
import { noteStatement, unobserved } from '#db/statement-tables.ts';
import { DatabaseUnavailable } from '#db/unavailable.ts';
import type { Ctx } from '#platform/context.ts';
import type { ListReads } from '#platform/lists/reads.ts';
import { StatementText } from '#platform/lists/statements.ts';
import { knownColumns, learnColumns } from './columns.ts';
import { merge, type Part, rowsOfParts } from './merge.ts';

/** Statements that only read. Others are sent at once. */
const isRead = (text: string) =>
  /^\s*(select|with)\b/i.test(text) && !/\b(insert|update|delete|share)\b/i.test(text);

const keyOf = (text: string, values: readonly unknown[]): string =>
  `${text}\n${JSON.stringify(values, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))}`;

/** Parts of one statement, at most. */
const maxParts = 30;

type Rows = QueryResult<unknown>;

interface Waiting {
  readonly query: CompiledQuery;
  readonly text: string;
  readonly resolve: (result: Rows | Promise<Rows>) => void;
}

/**
 * The context of a page. Statements that its loaders start at the same time, before one of them waits for a result, are sent as one:
 * each section of a page is loaded by its own function, and all sections together by few statements. The rows are those of separate
 * statements. If the common statement fails, each is sent alone, so that only the section at fault fails. What several sections read
 * is read once.
 */
export function readingTogether(ctx: Ctx): Ctx {
  let waiting: Waiting[] = [];
  const send = () => {
    const all = waiting;
    waiting = [];
    const known = all.filter(({ text }) => knownColumns(text) !== undefined);
    const parts = known.length > 1 ? known.slice(0, maxParts) : [];
    for (const one of all) if (!parts.includes(one)) one.resolve(alone(ctx, one.query));
    if (parts.length > 0) void sendTogether(ctx, parts);
  };
  const before = new Map<string, Promise<Rows>>();
  const read = async (query: CompiledQuery, text: string): Promise<Rows> => {
    // by the loader that asks: the statement is sent for several
    noteStatement([text, query.parameters]);
    const key = keyOf(text, query.parameters);
    const reading =
      before.get(key) ??
      new Promise<Rows>((resolve) => {
        if (waiting.length === 0) setImmediate(() => unobserved(send));
        waiting.push({ query, text, resolve });
      });
    before.set(key, reading);
    return { rows: [...(await reading).rows] };
  };
  const executeQuery = (query: CompiledQuery) => {
    const text = String(query.sql);
    if (isRead(text)) return read(query, text);
    before.clear();
    return ctx.db.executeQuery(query);
  };
  let db: PageDb | undefined;
  return {
    ...ctx,
    // made when a page reads something
    get db() {
      db ??= new PageDb(ctx.db, executeQuery, () => before.clear());
      return db;
    },
    // lists send their statements to the same database, so that they are among those of the page
    listReads: undefined,
  };
}

async function sendTogether(ctx: Ctx, waiting: readonly Waiting[]): Promise<void> {
  const parts = waiting.map(
    ({ query, text }): Part => ({ text, values: query.parameters, columns: knownColumns(text) ?? [] }),
  );
  const { text, name, values } = merge(parts, ctx.site.code);
  const query = CompiledQuery.raw(
    new StatementText({ name: name ?? '', text, parameters: [] }, name !== undefined) as unknown as string, // see StatementText
    [...values],
  );
  try {
    const { rows } = await sendOn(ctx.pageReads ?? ctx.listReads, ctx, query);
    const byPart = rowsOfParts(parts, rows);
    for (const [at, one] of waiting.entries()) one.resolve({ rows: byPart[at] ?? [] });
  } catch (error) {
    const isLost = error instanceof DatabaseUnavailable && error.reason !== 'slow';
    for (const one of waiting) one.resolve(isLost ? Promise.reject(error) : alone(ctx, one.query));
  }
}

const sendOn = (reads: ListReads | undefined, ctx: Ctx, query: CompiledQuery): Promise<Rows> =>
  reads ? reads.run((db) => db.executeQuery(query)) : ctx.db.executeQuery(query);

/** Sends one statement: that of a list, as lists do, and any other like those of writes. */
async function alone(ctx: Ctx, query: CompiledQuery): Promise<Rows> {
  const result = await sendOn(typeof query.sql === 'string' ? undefined : ctx.listReads, ctx, query);
  learnColumns(String(query.sql), result.rows);
  return result;
}

const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('A page uses the connections of its process.')),
});

/** A database whose reads are collected; its transactions are those of the real one. */
class PageDb extends Kysely<Database> {
  readonly #real: Kysely<Database>;
  readonly #forget: () => void;

  constructor(
    real: Kysely<Database>,
    executeQuery: (query: CompiledQuery) => Promise<Rows>,
    forget: () => void,
  ) {
    const connection = {
      executeQuery: (query: CompiledQuery) => executeQuery(query),
      streamQuery: () => {
        throw new Error('A page reads whole results.');
      },
    } as DatabaseConnection; // the rows are those of the query
    const executor = real.getExecutor().withConnectionProvider({
      provideConnection: (consumer) => consumer(connection),
    });
    super({ config: { dialect }, dialect, driver: new DummyDriver(), executor });
    this.#real = real;
    this.#forget = forget;
  }

  override transaction() {
    this.#forget();
    return this.#real.transaction();
  }

  override connection() {
    return this.#real.connection();
  }
}
