import { CompiledQuery, type QueryResult } from 'kysely';
import { noteStatement, unobserved } from '#db/statement-tables.ts';
import { DatabaseUnavailable } from '#db/unavailable.ts';
import type { Ctx } from '#platform/context.ts';
import type { Reads } from '#platform/lists/reads.ts';
import { StatementText } from '#platform/lists/statements.ts';
import { isRead, RedirectedDb } from '#platform/redirected-db.ts';
import { knownColumns, learnColumns } from './columns.ts';
import { merge, type Part, rowsOfParts } from './merge.ts';

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
    // others are sent at once
    if (isRead(text)) return read(query, text);
    before.clear();
    return ctx.db.executeQuery(query);
  };
  let db: RedirectedDb | undefined;
  return {
    ...ctx,
    // made when a page reads something
    get db() {
      db ??= new RedirectedDb(ctx.db, { executeQuery, onTransaction: () => before.clear() });
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

const sendOn = (reads: Reads | undefined, ctx: Ctx, query: CompiledQuery): Promise<Rows> =>
  reads ? reads.run((db) => db.executeQuery(query), String(query.sql)) : ctx.db.executeQuery(query);

/** Sends one statement: that of a list, as lists do, and any other like those of writes. */
async function alone(ctx: Ctx, query: CompiledQuery): Promise<Rows> {
  const result = await sendOn(typeof query.sql === 'string' ? undefined : ctx.listReads, ctx, query);
  learnColumns(String(query.sql), result.rows);
  return result;
}
