import { forSite } from '#db/for-site.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';

/** A former member of the crew, as shown on the crew page. */
export interface FormerCrew {
  readonly userId: number;
  readonly title: string;
  readonly from: number;
  readonly to: number;
}

/** Who was in the crew of the edition, with the years. */
export async function formerCrewRows(ctx: Ctx): Promise<readonly (FormerCrew & { readonly name: string })[]> {
  const rows = await forSite(ctx, 'former_crew')
    .innerJoin('profile as p', (join) =>
      join.onRef('p.site', '=', 'former_crew.site').onRef('p.user_id', '=', 'former_crew.user_id'),
    )
    .select([
      'former_crew.user_id',
      'former_crew.title',
      'former_crew.from_year',
      'former_crew.to_year',
      'p.name',
    ])
    .orderBy('former_crew.to_year', 'desc')
    .orderBy('p.name')
    .limit(500)
    .execute();
  return rows.map((row) => ({
    userId: row.user_id,
    name: row.name,
    title: row.title,
    from: row.from_year,
    to: row.to_year,
  }));
}

/** Adds a time in the crew; throws a Problem 409 if one of this user begins in the same year. */
export async function addFormerCrew(tx: TxCtx, { userId, title, from, to }: FormerCrew): Promise<void> {
  const added = await tx.db
    .insertInto('former_crew')
    .values({ site: tx.site.code, user_id: userId, title, from_year: from, to_year: to })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (added.numInsertedOrUpdatedRows === 0n)
    throw new Problem(409, `This user already has an entry starting in ${from}.`, { field: 'From' });
}

/** Removes a time in the crew and returns it; throws a Problem 404 without one. */
export async function removeFormerCrew(tx: TxCtx, userId: number, from: number): Promise<FormerCrew> {
  const gone = await tx.db
    .deleteFrom('former_crew')
    .where('site', '=', tx.site.code)
    .where('user_id', '=', userId)
    .where('from_year', '=', from)
    .returning(['title', 'to_year'])
    .executeTakeFirst();
  if (!gone) throw new Problem(404, 'This time in the crew was not found.');
  return { userId, title: gone.title, from, to: gone.to_year };
}

/** Sets a user's title ('' removes it) and returns the previous one. */
export async function setCustomTitle(tx: TxCtx, userId: number, title: string): Promise<string> {
  const before = await forSite(tx, 'profile')
    .where('user_id', '=', userId)
    .select('custom_title')
    .forUpdate()
    .executeTakeFirstOrThrow();
  await tx.db
    .updateTable('profile')
    .set({ custom_title: title || null })
    .where('site', '=', tx.site.code)
    .where('user_id', '=', userId)
    .execute();
  return before.custom_title ?? '';
}
