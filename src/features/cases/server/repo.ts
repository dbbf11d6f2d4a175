import { sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';

/**
 * The places of held subjects of a kind among everything that is held on this edition, the oldest first, by subject id. Subjects
 * that are not held are omitted.
 */
export async function placesInQueue(
  { db, site }: Ctx,
  kind: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { readonly place: number; readonly openedAt: Date; readonly text: string }>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ subject_id: number; place: number; opened_at: Date; text: string }>`
    select q.subject_id, q.place::int, q.opened_at, s.text
    from (
      select site, case_id, subject_kind, subject_id, opened_at, row_number() over (order by opened_at, case_id) as place
      from moderation_case where site = ${sql.lit(site.code)} and state = 'open' and 'held' = any(sources)
    ) q
    join case_source s on s.site = q.site and s.case_id = q.case_id and s.source = 'held'
    where q.subject_kind = ${kind} and q.subject_id = any(${[...ids]}::int[])`.execute(db);
  return new Map(
    rows.map((row) => [row.subject_id, { place: row.place, openedAt: row.opened_at, text: row.text }]),
  );
}
