import { type Kysely, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { acrossSites } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { changeDays, type PublicKind } from '../model.ts';

/** What is requested of the log of an edition. */
export interface Wanted {
  /** the number of the last known change */
  readonly since: number;
  /** null: all */
  readonly kinds: readonly PublicKind[] | null;
  readonly count: number;
}

export interface FoundChanges {
  /** each as JSON */
  readonly rows: readonly { readonly number: number; readonly row: string }[];
  readonly more: boolean;
  /** the number from which to continue */
  readonly last: number;
}

const log = (db: Kysely<Database>) => acrossSites(db, 'the log of public changes is for all editions');

/** Numbers what has been committed by now; returns the number up to which the log is complete. */
export async function numberChanges({ db }: Pick<Ctx, 'db'>): Promise<number> {
  const { rows } = await sql<{ last: number }>`select number_public_changes() as last`.execute(log(db));
  const [row] = rows;
  if (!row) throw new Error('number_public_changes() returned nothing.');
  return Number(row.last);
}

/** Changes of an edition after a number. Throws a Problem 410 if some of them are no longer stored. */
export async function readChanges(
  { db, site }: Pick<Ctx, 'db' | 'site'>,
  { since, kinds, count }: Wanted,
): Promise<FoundChanges> {
  const complete = await numberChanges({ db });
  const { rows } = await sql<{ number: number; row: string }>`
    select number, row_to_json(c)::text as row from (
      select number as "Number", kind as "Kind", id as "Id", parent_id as "ParentId", act as "Act",
        to_char(changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS') as "At", number
      from public_change where site = ${site.code} and number > ${since} and number <= ${complete}
        and (${kinds}::text[] is null or kind = any(${kinds}::text[]))
      order by number limit ${count + 1}) c`.execute(log(db));
  const {
    rows: [beginning],
  } = await sql<{
    number: number;
  }>`select max(number) as number from public_change where site is null`.execute(log(db));
  if (since < Number(beginning?.number ?? 0))
    throw new Problem(
      410,
      `Changes are kept for ${changeDays} days, and those after 'since' are not complete any more. Read the lists again, or a dump, and continue with the Last that was returned before.`,
      { field: 'since' },
    );
  const more = rows.length > count;
  const page = more ? rows.slice(0, count) : rows;
  return {
    rows: page.map(({ number, row }) => ({ number: Number(number), row })),
    more,
    last: more ? Number(page.at(-1)?.number) : complete,
  };
}
