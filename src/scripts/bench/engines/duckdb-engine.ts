import { createRequire } from 'node:module';
import { join } from 'node:path';
import { keyKinds } from '#features/tracks/list/server/track-keys.ts';
import type { SortKey } from '#platform/row-index/key-column.ts';
import type { IndexedRow } from '#platform/row-index/row-index.ts';
import { type Engine, type Found, pageOf, type Question } from './engine.ts';
import { FacetWords, wordCount } from './facet-words.ts';
import { clauseSql, type Dialect, joined, partsOf, type SqlValue } from './question-sql.ts';

/** What is used of the package `@duckdb/node-api`, which is no dependency. */
interface DuckDb {
  readonly DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<Connection> }> };
}
interface Connection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string, values: readonly (string | bigint)[]): Promise<{ getRows(): unknown[][] }>;
  createAppender(table: string): Promise<Appender>;
  closeSync(): void;
}
interface Appender {
  appendBigInt(value: bigint): void;
  appendVarchar(value: string): void;
  appendNull(): void;
  endRow(): void;
  flushSync(): void;
  closeSync(): void;
}

const words = Array.from({ length: wordCount }, (_, word) => `w${word}`);
const typeOf = (kind: string) => (kind === 'text' ? 'varchar' : 'bigint');

const dialect: Dialect = {
  contains: (part) => ({ text: 'contains(t.text, ?)', values: [part] }),
  isOneOf: (ids) => ({ text: `t.id in (select unnest([${ids.join()}]::bigint[]))`, values: [] }),
};

/** DuckDB in memory: columns that every question scans, with as many threads as there are processors. */
export class DuckDbEngine implements Engine {
  readonly #db: Connection;
  readonly #tracks: Appender;
  readonly #users: Appender;
  readonly #facets = new FacetWords();

  private constructor(db: Connection, tracks: Appender, users: Appender) {
    this.#db = db;
    this.#tracks = tracks;
    this.#users = users;
  }

  /** `folder`: where the package is installed */
  static async open(folder: string): Promise<DuckDbEngine> {
    const duckdb = createRequire(join(folder, 'package.json'))('@duckdb/node-api') as DuckDb; // what it exports
    const db = await (await duckdb.DuckDBInstance.create(':memory:')).connect();
    await db.run(`create table entry (id bigint, ${words.map((word) => `${word} bigint`).join()},
      ${keyKinds.map((kind, order) => `k${order} ${typeOf(kind)}`).join()}, text varchar)`);
    await db.run('create table facet (facet bigint, id bigint)');
    return new DuckDbEngine(db, await db.createAppender('entry'), await db.createAppender('facet'));
  }

  add({ id, keys, text, facets }: IndexedRow): void {
    const { words: bits, users } = this.#facets.divide(facets);
    for (const value of [id, ...bits, ...keys, text]) append(this.#tracks, value);
    this.#tracks.endRow();
    for (const facet of users) {
      append(this.#users, facet);
      append(this.#users, id);
      this.#users.endRow();
    }
  }

  async finish(): Promise<void> {
    this.#tracks.closeSync();
    this.#users.closeSync();
    await this.#db.run('create index by_id on entry (id)');
    await this.#db.run('create index by_facet on facet (facet)');
  }

  async find(question: Question): Promise<Found> {
    const { clauses, order, page, cursor, limit } = question;
    const [[key = null] = []] =
      page === 'first' ? [] : await this.#rows(`select k${order} from entry where id = ?`, [cursor]);
    const cursorKey = typeof key === 'bigint' ? Number(key) : (key as SortKey); // a key
    const conditions = clauses.map((clause) => clauseSql(clause, this.#facets, dialect));
    const rows: number[] = [];
    for (const part of partsOf(question, cursorKey)) {
      const where = joined([...conditions, part.where], ' and ');
      const text = `select t.id from entry t where ${where.text} order by ${part.orderBy} limit ${limit + 1 - rows.length}`;
      for (const [id] of await this.#rows(text, where.values)) rows.push(Number(id));
      if (rows.length > limit) break;
    }
    return pageOf(rows, question);
  }

  async set({ id, keys, text, facets }: IndexedRow): Promise<void> {
    const { words: bits, users } = this.#facets.divide(facets);
    const columns = [
      ...words.map((word, at) => [word, bits[at]] as const),
      ...keys.map((key, order) => [`k${order}`, key] as const),
      ['text', text] as const,
    ];
    const given = columns.filter(([, value]) => value !== null);
    await this.#db.run('begin');
    await this.#rows(
      `update entry set ${columns.map(([name, value]) => `${name} = ${value === null ? 'null' : '?'}`).join()} where id = ?`,
      [...given.map(([, value]) => value as SqlValue), id], // those without null
    );
    await this.#rows('delete from facet where id = ?', [id]);
    for (const facet of users) await this.#rows('insert into facet values (?, ?)', [facet, id]);
    await this.#db.run('commit');
  }

  diskBytes(): number {
    return 0;
  }

  close(): void {
    this.#db.closeSync();
  }

  async #rows(text: string, values: readonly SqlValue[]): Promise<unknown[][]> {
    const sent = values.map((value) => (typeof value === 'number' ? BigInt(Math.round(value)) : value));
    return (await this.#db.runAndReadAll(text, sent)).getRows();
  }
}

function append(appender: Appender, value: SortKey): void {
  if (value === null) appender.appendNull();
  else if (typeof value === 'string') appender.appendVarchar(value);
  else appender.appendBigInt(BigInt(value));
}
