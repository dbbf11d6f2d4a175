import { statSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { keyKinds } from '#features/tracks/list/server/track-keys.ts';
import type { Clause } from '#platform/row-index/conditions.ts';
import type { SortKey } from '#platform/row-index/key-column.ts';
import type { IndexedRow } from '#platform/row-index/row-index.ts';
import { type Engine, type Found, pageOf, type Question } from './engine.ts';
import { FacetWords, wordCount } from './facet-words.ts';
import { clauseSql, type Dialect, joined, partsOf, type Sql, type SqlValue } from './question-sql.ts';

/** What is found by so few rows, and so small a part of them, is read first and sorted; otherwise the page is met by a walk along its order. */
const fewRows = 20_000;
const fewParts = 20;
const cacheKilobytes = 512 * 1024;

const words = Array.from({ length: wordCount }, (_, word) => `w${word}`);
const keys = keyKinds.map((_, order) => `k${order}`);
const columns = ['id', ...words, ...keys, 'text'];
const typeOf = (kind: string) => (kind === 'text' ? 'text' : 'integer');

const dialect: Dialect = {
  contains: (part) => ({ text: 'instr(t.text, ?) > 0', values: [part] }),
  isOneOf: (ids) => ({ text: 't.id in (select value from json_each(?))', values: [JSON.stringify(ids)] }),
};

/**
 * SQLite with a covering index for each order, which contains the bits of all facets; facets of users and rare ones in a table, and
 * an index of three letters for names. It decides itself where to begin: SQLite's planner would not know how rare a combination is.
 */
export class SqliteEngine implements Engine {
  readonly #db: DatabaseSync;
  readonly #path: string;
  readonly #facets = new FacetWords();
  readonly #statements = new Map<string, StatementSync>();
  /** of each order, whether a row has no key in it */
  readonly #hasGaps = keyKinds.map(() => false);
  /** how many rows are few */
  #few = 0;

  constructor(path: string) {
    this.#path = path;
    this.#db = new DatabaseSync(path);
    this.#db.exec(
      `pragma journal_mode = wal; pragma synchronous = off; pragma cache_size = -${cacheKilobytes}`,
    );
    this.#db.exec(`create table entry (id integer primary key, ${words.map((word) => `${word} integer`).join()},
      ${keyKinds.map((kind, order) => `k${order} ${typeOf(kind)}`).join()}, text text)`);
    this.#db.exec('create table facet (facet integer, id integer)');
    this.#db.exec(
      `create virtual table name using fts5 (text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1')`,
    );
    this.#db.exec('begin');
  }

  add(row: IndexedRow): void {
    this.#facets.count(row.facets);
    this.#insert(row);
  }

  async finish(): Promise<void> {
    const [{ rows = 0 } = {}] = this.#prepared('select count(*) as rows from entry').all() as {
      rows: number;
    }[];
    this.#few = Math.min(fewRows, rows / fewParts);
    for (const [facet, { word, bit }] of this.#facets.rare(this.#few))
      this.#prepared(`insert into facet select ?, id from entry where w${word} & ? <> 0`).all(facet, bit);
    for (const key of keys) this.#db.exec(`create index by_${key} on entry (${key}, id, ${words.join()})`);
    this.#db.exec('create index by_facet on facet (facet, id)');
    this.#db.exec('commit; analyze');
  }

  find(question: Question): Found {
    const { clauses, order, page, cursor, limit } = question;
    const [{ key = null } = {}] = (
      page === 'first' ? [] : this.#prepared(`select k${order} as key from entry where id = ?`).all(cursor)
    ) as { key: SortKey }[];
    const driver = this.#driverOf(clauses);
    const from = driver ?? { text: `entry t indexed by by_k${order}`, values: [] };
    const conditions = clauses.map((clause) => clauseSql(clause, this.#facets, dialect));
    const rows: number[] = [];
    for (const part of partsOf(question, key)) {
      if (part.where.text === `t.k${order} is null` && !this.#hasGaps[order]) continue;
      const where = joined([...conditions, part.where], ' and ');
      const text = `select t.id from ${from.text} where ${where.text} order by ${part.orderBy} limit ?`;
      const found = this.#prepared(text).all(...from.values, ...where.values, limit + 1 - rows.length);
      for (const row of found) rows.push(row.id as number); // its only column
      if (rows.length > limit) break;
    }
    return pageOf(rows, question);
  }

  set(row: IndexedRow): void {
    this.#db.exec('begin');
    this.#prepared('delete from facet where id = ? and facet in (select value from json_each(?))').all(
      row.id,
      JSON.stringify(row.facets),
    );
    this.#prepared('delete from name where rowid = ?').all(row.id);
    this.#prepared('delete from entry where id = ?').all(row.id);
    this.#insert(row);
    this.#db.exec('commit');
  }

  diskBytes(): number {
    return statSync(this.#path).size;
  }

  close(): void {
    this.#db.close();
  }

  #insert({ id, keys: given, text, facets }: IndexedRow): void {
    const { words: bits, users } = this.#facets.divide(facets);
    for (const [order, key] of given.entries()) if (key === null) this.#hasGaps[order] = true;
    this.#prepared(`insert into entry (${columns.join()}) values (${columns.map(() => '?').join()})`).all(
      id,
      ...bits,
      ...given,
      text,
    );
    const rare = this.#few > 0 ? facets.filter((facet) => this.#isRare(facet)) : [];
    for (const facet of new Set([...users, ...rare]))
      this.#prepared('insert into facet values (?, ?)').all(facet, id);
    this.#prepared('insert into name (rowid, text) values (?, ?)').all(id, text);
  }

  #isRare(facet: number): boolean {
    return this.#facets.placeOf(facet) !== null && (this.#facets.counts.get(facet) ?? 0) <= this.#few;
  }

  /** The rows of the clause that fewest rows satisfy, if they are few. */
  #driverOf(clauses: readonly Clause[]): Sql | null {
    let best: { rows: number; sql: Sql } = { rows: this.#few, sql: { text: '', values: [] } };
    for (const { any, not } of clauses) {
      if (not) continue;
      const sizes = any.map((condition) =>
        'facet' in condition ? this.#countOf(condition.facet) : Number.NaN,
      );
      const facets = any.flatMap((condition) => ('facet' in condition ? [condition.facet] : []));
      const rows = sizes.reduce((sum, size) => sum + size, 0);
      if (rows < best.rows) best = { rows, sql: drivenBy(facets) };
      const [only] = any;
      if (any.length !== 1 || !only) continue;
      const sql = 'facet' in only ? null : this.#driverBy(only, best.rows);
      if (sql) best = sql;
    }
    return best.sql.text === '' ? null : best.sql;
  }

  #countOf(facet: number): number {
    const count = this.#facets.counts.get(facet) ?? 0;
    const isListed = this.#facets.placeOf(facet) === null || count <= this.#few;
    return isListed ? count : Number.NaN;
  }

  #driverBy(only: Clause['any'][number], most: number): { rows: number; sql: Sql } | null {
    if ('ids' in only) {
      if (only.ids.length >= most) return null;
      const text = '(select value as id from json_each(?)) f cross join entry t on t.id = f.id';
      return { rows: only.ids.length, sql: { text, values: [JSON.stringify(only.ids)] } };
    }
    if ('contains' in only) {
      if ([...only.contains].length < 3) return null;
      const phrase = `"${only.contains.replaceAll('"', '""')}"`;
      const rows = this.#count({ text: 'name where name match ?', values: [phrase] }, most);
      const text = '(select rowid as id from name where name match ?) f cross join entry t on t.id = f.id';
      return rows < most ? { rows, sql: { text, values: [phrase] } } : null;
    }
    if (!('order' in only)) return null;
    const condition = clauseSql({ any: [only] }, this.#facets, dialect);
    const indexed = `entry t indexed by by_k${only.order}`;
    const rows = this.#count({ text: `${indexed} where ${condition.text}`, values: condition.values }, most);
    // SQLite reads the range from this index and sorts
    return rows < most ? { rows, sql: { text: indexed, values: [] } } : null;
  }

  /** How many rows there are, up to a limit. */
  #count({ text, values }: Sql, most: number): number {
    const [{ rows = 0 } = {}] = this.#prepared(
      `select count(*) as rows from (select 1 from ${text} limit ${Math.ceil(most)})`,
    ).all(...values) as { rows: number }[];
    return rows;
  }

  /** `all` also for writes: `run` returns the last row id, which may be one of the index of names, too large for a number. */
  #prepared(text: string): StatementSync & { all(...values: SqlValue[]): Record<string, unknown>[] } {
    const known = this.#statements.get(text) ?? this.#db.prepare(text);
    this.#statements.set(text, known);
    return known as StatementSync & { all(...values: SqlValue[]): Record<string, unknown>[] }; // rows are objects
  }
}

function drivenBy(facets: readonly number[]): Sql {
  const list = facets.map(() => '?').join();
  const ids = `select ${facets.length > 1 ? 'distinct ' : ''}id from facet where facet in (${list})`;
  return { text: `(${ids}) f cross join entry t on t.id = f.id`, values: facets };
}
