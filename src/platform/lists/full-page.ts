import type { Kysely } from 'kysely';
import type { Database } from '#db/database.ts';
import { rowJson } from './fields.ts';
import type { List } from './list.ts';
import type { Requested } from './requested.ts';

/**
 * How many times the rows of one page may read other tables: a read takes about 3 µs, and a page at most 50 ms, of which finding
 * 1000 rows by their ids takes 13. A page has 1000 rows if each reads up to 12 tables, as what known tools request does; all fields
 * of a track together read 28.
 */
const mostRelatedReads = 12_000;

/** What counts places, by how many more reads it is worth: a place on a board takes about 150 µs, one on a track 10 to 25. */
const counting: Readonly<Record<string, number>> = { 'board_position(': 50, 'from rank_block ': 4 };

/** Every table that the SQL of a row reads, its own excluded. */
const tablesRead = /\b(?:from|join)\s+["a-z]/g;

/** The most rows on a page with these fields: the list's own limit, or fewer if each row reads many other tables. */
export function fullPage(db: Kysely<Database>, list: List, fields: Requested): number {
  const related = relatedTables(db, list, fields);
  return Math.min(list.pageSize.most, Math.floor(mostRelatedReads / Math.max(1, related)));
}

/** How many times one row reads another table; a counted place is worth several reads. */
export function relatedTables(db: Kysely<Database>, list: List, fields: Requested): number {
  const count = (sql: string) =>
    Object.entries(counting).reduce(
      (sum, [name, reads]) => sum + reads * (sql.split(name).length - 1),
      sql.match(tablesRead)?.length ?? 0,
    );
  const rows = list.from(db);
  const all = rows.select((eb) => rowJson(list.fields, fields, eb).as('row')).compile();
  return count(all.sql) - count(rows.compile().sql);
}
