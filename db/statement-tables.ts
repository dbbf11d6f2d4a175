import { AsyncLocalStorage } from 'node:async_hooks';
import { LRUCache } from 'lru-cache';
import { type Database, tables } from './database.ts';
import type { OnPages } from './tables/table.ts';

/** The name of a table. */
export type TableName = keyof Database;

/** What a statement does to the database. */
export interface StatementTables {
  readonly reads: readonly TableName[];
  /** columns that change often, of the tables that it reads, as `table.column` */
  readonly often: readonly string[];
  readonly writes: boolean;
  /** short texts in it, which may be codes of editions */
  readonly literals: readonly string[];
}

/** Functions in SQL that read tables, with these tables. A test compares it with the schema. */
export const tablesOfFunctions: Readonly<Record<string, readonly TableName[]>> = {
  replay_position: ['rank_block', 'replay'],
  board_position: ['board_block', 'board_change', 'leaderboard_row'],
  board_user_at: ['board_block', 'board_change', 'leaderboard_row'],
  profile_tint: ['account', 'role_grant'],
  track_is_open: ['track'],
  pack_is_open: ['pack'],
  board_is_open: ['forum_board'],
  number_public_changes: ['public_change', 'public_change_pending', 'site'],
};

/** The columns of each table whose changes concern only statements that name them. */
const oftenOf = (table: TableName): readonly string[] => {
  const { onPages }: { readonly onPages: OnPages } = tables[table];
  return typeof onPages === 'string' ? [] : (onPages.often ?? []);
};

const names = Object.keys(tables) as TableName[]; // its own keys
const longestFirst = (texts: readonly string[]) => [...texts].sort((a, b) => b.length - a.length).join('|');
/**
 * A table is named bare or in quotes, perhaps as the partition of an edition; after a dot, or before an operator, the name is that of a
 * column, and after `as` it is an alias.
 */
const named = new RegExp(
  String.raw`(?<!\w|\.|\."|\bas\s"?)(?:(${longestFirst(names)})(?:_[a-z][a-z0-9]{1,9})?(?!\w)(?!"?\.)(?!"?\s*(?:[=<>+-]|::|is\s|in\s))|(${longestFirst(Object.keys(tablesOfFunctions))})"?\s*\()`,
  'gi',
);
const writing =
  /\b(?:insert\s+into|update\s+"?\w+|delete\s+from|merge\s+into|truncate|call)\b|^\s*(?:lock|notify)\b/i;

/** All columns of something: of the one table after `from`, of what has the alias before the dot, or of anything. */
const star =
  /(?:(?:select|distinct|all|,)\s*)?\*\s+from\s+"?(\w+)"?(?:\s+(?:as\s+)?"?(?!where|order|limit)\w+"?)?\s*(?:where|order|limit|\)|$)|\b(\w+)"?\.\*|(?:select|distinct|all|,)\s*\*/gi;

/** Whether a statement may read all columns of a table without naming them. */
function readsWhole(text: string, table: TableName): boolean {
  const isTable = new RegExp(`^${table}(?:_[a-z][a-z0-9]{1,9})?$`, 'i');
  return [...text.matchAll(star)].some(([, only, alias]) => {
    if (only !== undefined) return isTable.test(only);
    if (alias === undefined || isTable.test(alias)) return true;
    return new RegExp(String.raw`\b${table}(?:_\w+)?"?\s+(?:as\s+)?"?${alias}\b`, 'i').test(text);
  });
}

/** Whether `alias` stands for a table in a statement: `track t`, `"track_tmnf" as "t"`, or the table's own name. */
const isAlias = (text: string, alias: string, table: string): boolean =>
  alias.toLowerCase() === table ||
  new RegExp(String.raw`(?<!\w|\.)${table}(?:_[a-z][a-z0-9]{1,9})?"?\s+(?:as\s+)?"?${alias}\b`, 'i').test(
    text,
  );

/** Whether a name stands for the rows of a subquery. */
const isSubquery = (text: string, alias: string): boolean =>
  new RegExp(String.raw`\)\s*(?:as\s+)?"?${alias}\b`, 'i').test(text);

/**
 * Whether a statement may read a column of a table: where it names such a column, unless the column is another table's
 * (`p.activity_at` with `pack p`) or the name is an alias (`as awards`).
 */
function readsColumn(text: string, table: TableName, column: string, tablesRead: Iterable<TableName>) {
  const others = [...tablesRead].filter((other) => other !== table);
  const occurrences = text.matchAll(
    new RegExp(String.raw`(?<!\w|\bas\s"?)(?:"?(\w+)"?\."?)?\b(?<!\bas\s"?)${column}\b`, 'gi'),
  );
  const isOthers = (alias: string) =>
    !isAlias(text, alias, table) &&
    !isSubquery(text, alias) &&
    others.some((other) => isAlias(text, alias, other));
  return [...occurrences].some(([, alias]) => alias === undefined || !isOthers(alias));
}

/** The tables that a statement may read, by its text: every table that it names, and those of functions that it calls. */
function readText(text: string): StatementTables {
  const reads = new Set<TableName>();
  const often = new Set<string>();
  for (const [, table, called] of text.matchAll(named)) {
    if (table !== undefined) reads.add(table.toLowerCase() as TableName); // one of `names`
    for (const read of called === undefined ? [] : (tablesOfFunctions[called.toLowerCase()] ?? [])) {
      reads.add(read);
      for (const column of oftenOf(read)) often.add(`${read}.${column}`);
    }
  }
  for (const table of reads) {
    const isWhole = oftenOf(table).length > 0 && readsWhole(text, table);
    for (const column of oftenOf(table))
      if (isWhole || readsColumn(text, table, column, reads)) often.add(`${table}.${column}`);
  }
  const literals = [...text.matchAll(/'([a-z][a-z0-9]{1,9})'/g)].map(([, literal = '']) => literal);
  return { reads: [...reads], often: [...often], writes: writing.test(text), literals };
}

const known = new LRUCache<string, StatementTables>({ max: 2000 });

export function statementTables(text: string): StatementTables {
  const before = known.get(text);
  if (before) return before;
  const read = readText(text);
  known.set(text, read);
  return read;
}

/** Gets what is sent to the database while something is computed. */
export interface StatementObserver {
  /** `text` is null if it is not known */
  statement(text: string | null, values: unknown): void;
  /** the statements that follow may read rows of all editions */
  acrossSites(): void;
}

const observed = new AsyncLocalStorage<StatementObserver>();

/** Runs `work`; `observer` gets each statement that it sends. */
export const observingStatements = <T>(observer: StatementObserver, work: () => T): T =>
  observed.run(observer, work);

/** Runs `work`, whose statements are noted elsewhere. */
export const unobserved = <T>(work: () => T): T => observed.exit(work);

/** Called with the arguments of pg's `query`. */
export function noteStatement([sent, values]: readonly unknown[]): void {
  const observer = observed.getStore();
  if (!observer) return;
  const isObject = typeof sent === 'object' && sent !== null;
  const text = isObject && 'text' in sent ? sent.text : sent;
  const given = isObject && 'values' in sent ? sent.values : values;
  observer.statement(typeof text === 'string' ? text : null, given);
}

/** Called where a query across editions begins. */
export const noteAcrossSites = (): void => observed.getStore()?.acrossSites();
