import { type Kysely, sql } from 'kysely';
import { type Database, tables } from './database.ts';

/** Kinds with their own ids on every site, as on TMX. Each kind has one sequence per site: `<kind>_id_<site>`. */
export const idKinds = Object.values(tables).flatMap(({ ids }) => ids ?? []);
export type IdKind = (typeof idKinds)[number];

/** Ids start at 1, except pack ids: in `lbid`, 0 to 5 are the site's own boards and higher numbers are pack ids. */
export const firstId = (kind: IdKind): number => (kind === 'pack' ? 6 : 1);

/** The next free number of this kind on this site, as an expression for `values()`. */
export const nextId = (kind: IdKind, site: string) => sql<number>`next_id(${kind}, ${site})`;

/** The largest id of another site that is used here, so that no site can use up the numbers. */
const mostTaken = 100_000_000;

/**
 * Makes an id of another site usable here, so that `nextId` never returns it, or returns null if it is too large. The caller finds out
 * whether a row has it.
 */
export async function takeId(
  db: Kysely<Database>,
  kind: IdKind,
  site: string,
  id: number,
): Promise<number | null> {
  if (id > mostTaken) return null;
  const sequence = sql.id(`${kind}_id_${site}`);
  const last = async () =>
    (await sql<{ last: number }>`select last_value as last from ${sequence}`.execute(db)).rows[0]?.last ?? 0;
  // other processes take numbers at the same time: one by one near the end, so that the sequence never goes back
  const isFar = async () => (await last()) < id - 1000;
  if (await isFar()) {
    // of two leaps at the same time, the shorter one must not come last
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${kind}_id_${site}`}, 0))`.execute(db);
    if (await isFar()) await sql`select setval(${`${kind}_id_${site}`}::regclass, ${id})`.execute(db);
  }
  while ((await last()) < id) await sql`select ${nextId(kind, site)}`.execute(db);
  return id;
}
