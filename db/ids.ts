import { sql } from 'kysely';
import { tables } from './database.ts';

/** Kinds with their own ids on every site, as on TMX. Each kind has one sequence per site: `<kind>_id_<site>`. */
export const idKinds = Object.values(tables).flatMap(({ ids }) => ids ?? []);
export type IdKind = (typeof idKinds)[number];

/** Ids start at 1, except pack ids: in `lbid`, 0 to 5 are the site's own boards and higher numbers are pack ids. */
export const firstId = (kind: IdKind): number => (kind === 'pack' ? 6 : 1);

/** The next free number of this kind on this site, as an expression for `values()`. */
export const nextId = (kind: IdKind, site: string) => sql<number>`next_id(${kind}, ${site})`;
