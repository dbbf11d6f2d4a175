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
  'online_record',
  'notice',
  'report',
  'moderation_act',
] as const;
export type IdKind = (typeof idKinds)[number];

/** Numbers begin at 1 but for packs: in `lbid`, 0 to 5 name the site's own boards and any higher number a pack's. */
export const firstId = (kind: IdKind): number => (kind === 'pack' ? 6 : 1);

/** The next free number of this kind on this site, as an expression for `values()`. */
export const nextId = (kind: IdKind, site: string) => sql<number>`next_id(${kind}, ${site})`;
