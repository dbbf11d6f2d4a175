import { sql } from 'kysely';

/** What is numbered separately on every site, as on TMX. Each kind has one sequence per site: `<kind>_id_<site>`. */
export const idKinds = [
  'user',
  'track',
  'replay',
  'comment',
  'pack',
  'video',
  'news',
  'thread',
  'post',
  'achievement',
] as const;
export type IdKind = (typeof idKinds)[number];

/** The next free number of this kind on this site, as an expression for `values()`. */
export const nextId = (kind: IdKind, site: string) => sql<number>`next_id(${kind}, ${site})`;
