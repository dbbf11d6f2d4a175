import { AsyncLocalStorage } from 'node:async_hooks';
import { tables } from '#db/database.ts';
import { observingStatements, statementTables, type TableName } from '#db/statement-tables.ts';
import type { Change } from './change.ts';

/** For some tables, the rows that are read: values of a column of `onPages`. The others are not read at all. */
export type Only = Readonly<
  Partial<Record<TableName, Readonly<Record<string, number | string | readonly (number | string)[]>>>>
>;

/** What a loader reads, as declared by `readingOnly`. */
interface Scope {
  readonly only: Only;
  /** whether a query across editions has begun in it, so that its statements may read rows of all editions */
  isAcrossSites: boolean;
}

const scopes = new AsyncLocalStorage<Scope>();
const recorded = new AsyncLocalStorage<Reads>();

/** Everything that something to be cached was made from, so that a change of any of it is noticed. */
export class Reads {
  /** `site table` for any row, `site table column value` for some; the site is `*` for rows of all editions */
  readonly names = new Set<string>();
  /** milliseconds: when it changes without any write */
  until = Number.POSITIVE_INFINITY;
  #isCacheable = true;
  readonly #site: string;
  readonly #otherSites: ReadonlySet<string>;

  constructor(site: string, allSites: readonly string[]) {
    this.#site = site;
    this.#otherSites = new Set(allSites.filter((code) => code !== site));
  }

  get isCacheable(): boolean {
    return this.#isCacheable;
  }

  /** What was made cannot be cached: what it was made from is not known, or making it has a purpose of its own. */
  refuse(): void {
    this.#isCacheable = false;
  }

  statement(text: string | null, values: unknown): void {
    if (text === null) {
      this.refuse();
      return;
    }
    const { reads, often, writes, literals } = statementTables(text);
    if (writes) this.refuse();
    const names = (value: unknown): boolean =>
      Array.isArray(value) ? value.some(names) : typeof value === 'string' && this.#otherSites.has(value);
    const scope = scopes.getStore();
    const isAcross = scope?.isAcrossSites || names(literals) || names(values);
    for (const table of reads) {
      const columns = often.filter((column) => column.startsWith(`${table}.`));
      this.#table(table, columns, isAcross ? '*' : this.#site, scope?.only[table]);
    }
  }

  #table(table: TableName, columns: readonly string[], site: string, only?: Only[TableName]): void {
    const { onPages, rows } = tables[table];
    if (onPages === 'own') return;
    if (onPages === 'never') {
      this.refuse();
      return;
    }
    for (const name of [table, ...columns])
      this.#rows(table, `${rows === 'shared' ? '*' : site} ${name}`, onPages.by, only);
  }

  #rows(table: TableName, rowsOf: string, by: readonly string[], only?: Only[TableName]): void {
    if (!only) this.names.add(rowsOf);
    for (const [column, values] of Object.entries(only ?? {})) {
      if (!by.includes(column))
        throw new Error(`Changes of ${table} are not logged by ${column}: see db/tables.`);
      for (const value of [values].flat()) this.names.add(`${rowsOf} ${column} ${value}`);
    }
  }

  /** Rows that the index in memory has found by these values; without them, each logged change of a track may change which. */
  index(by?: readonly string[]): void {
    const index = `${this.#site} ${indexChanges}`;
    if (!by) this.names.add(index);
    for (const value of by ?? []) this.names.add(`${index} ${value}`);
  }

  add({ names, until, isCacheable }: Pick<Reads, 'names' | 'until' | 'isCacheable'>): void {
    for (const name of names) this.names.add(name);
    this.until = Math.min(this.until, until);
    if (!isCacheable) this.refuse();
  }

  /** Whether a change concerns something that was read. */
  meets(change: Change): boolean {
    return (
      namesOf(change).some((name) => this.names.has(name)) ||
      (change.keys === null && this.#readsSomeOf(change))
    );
  }

  #readsSomeOf(change: Change): boolean {
    const beginnings = tablesOf(change).map((name) => `${name} `);
    return [...this.names].some((name) => beginnings.some((beginning) => name.startsWith(beginning)));
  }
}

/** In place of a table: changes of the index in memory. */
export const indexChanges = 'track_change';

/** The names of a table in a change, as `Reads` has them. */
export const tablesOf = ({ site, table }: Change): string[] =>
  site === null ? [`* ${table}`] : [`${site} ${table}`, `* ${table}`];

/** All names that a change with keys concerns. */
export const namesOf = (change: Change): string[] =>
  tablesOf(change).flatMap((table) => [table, ...(change.keys ?? []).map((key) => `${table} ${key}`)]);

/** Runs `work`; what it reads is added to `reads`. */
export const recording = <T>(reads: Reads, work: () => Promise<T>): Promise<T> =>
  recorded.run(reads, () =>
    observingStatements(
      {
        statement: (text, values) => reads.statement(text, values),
        acrossSites: () => {
          const scope = scopes.getStore();
          if (scope) scope.isAcrossSites = true;
        },
      },
      // what is declared for the caller's own loaders
      () => scopes.run({ only: {}, isAcrossSites: false }, work),
    ),
  );

/** What is recorded at the moment, if anything is. */
export const currentReads = (): Reads | undefined => recorded.getStore();

/**
 * Of these tables, `load` reads only the rows with these values; other tables are read as usual. To be declared next to the call of a
 * loader: `readingOnly({ comment: { track_id: 5 } }, () => commentsOf(ctx, 5))`. A row that moves is logged with its old and its new
 * value. A query across editions that begins in `load` does not concern what is read outside it.
 */
export function readingOnly<T>(only: Only, load: () => T): T {
  const outer = scopes.getStore();
  return scopes.run(
    { only: { ...outer?.only, ...only }, isAcrossSites: outer?.isAcrossSites ?? false },
    load,
  );
}

/** What is being made shows something that changes by itself at this time, in milliseconds. */
export function changesAt(at: number): void {
  const reads = recorded.getStore();
  if (reads) reads.until = Math.min(reads.until, at);
}
