import type { Kysely } from 'kysely';
import type { Database } from '#db/database.ts';
import { type Requested, rowJson } from './fields.ts';
import type { List } from './list.ts';

/**
 * A statement takes at most 50 ms of the database, of which finding 1000 rows by their ids takes 13. A read of another table takes
 * about 3 µs, so one statement reads a page of 1000 rows if each reads up to 12 tables, as most of what known tools request does.
 * Wider rows also cost more as JSON: their statements read other tables 9000 times, and a page takes several of them. All fields
 * of a track together read 33.
 */
const usualReads = 12;
const maxReadsOfWideRows = 9000;

/** What counts places, by how many more reads it is worth: a place on a board takes about 150 µs, one on a track 10 to 25. */
const counting: Readonly<Record<string, number>> = { 'board_position(': 50, 'from rank_block ': 4 };

/** Every table that the SQL of a row reads, its own excluded; a lateral sub-select names its table itself. */
const tablesRead = /\b(?:from|join)\s+(?!lateral\b)["a-z]/g;

/**
 * How many rows with these fields one statement reads: a whole page, or fewer if each row reads many other tables. The page itself
 * is never shorter, because tools take a short page for the end of the list.
 */
export function rowsAtOnce(db: Kysely<Database>, list: List, fields: Requested): number {
  const related = relatedTables(db, list, fields);
  if (related <= usualReads) return list.pageSize.most;
  return Math.min(list.pageSize.most, Math.floor(maxReadsOfWideRows / related));
}

/** How many times one row reads another table; a counted place is worth several reads. */
export function relatedTables(db: Kysely<Database>, list: List, fields: Requested): number {
  const count = (sql: string) =>
    Object.entries(counting).reduce(
      (sum, [name, reads]) => sum + reads * (sql.split(name).length - 1),
      sql.match(tablesRead)?.length ?? 0,
    );
  const rows = list.from(db);
  const all = rows.select((eb) => rowJson(list, fields, eb).as('row')).compile();
  return count(all.sql) - count(rows.compile().sql);
}
