import type { Ctx, TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { lockUntilCommit } from '#platform/lock.ts';

export interface SavedView {
  readonly name: string;
  /** as in the address of the queue */
  readonly query: string;
}

const maxViews = 12;

/** The filters that the viewer saved, on any edition, by name. */
export async function savedViews({ db, viewer }: Ctx): Promise<readonly SavedView[]> {
  if (viewer.accountId === null) return [];
  return db
    .selectFrom('case_view')
    .where('account_id', '=', viewer.accountId)
    .orderBy('name')
    .select(['name', 'query'])
    .execute();
}

/** Saves filters under a name; one that exists is replaced. */
export async function saveView(tx: TxCtx, { name, query }: SavedView): Promise<void> {
  const { accountId } = tx.viewer;
  if (accountId === null) throw new Problem(401, 'Sign in first.');
  await lockUntilCommit(tx, `views of ${accountId}`);
  const views = await savedViews(tx);
  if (views.length >= maxViews && !views.some((view) => view.name === name))
    throw new Problem(409, `Name: you’ve reached the limit of ${maxViews} views. Delete one first.`, {
      field: 'Name',
    });
  const saved = { query, saved_at: tx.clock.now() };
  await tx.db
    .insertInto('case_view')
    .values({ account_id: accountId, name, ...saved })
    .onConflict((conflict) => conflict.columns(['account_id', 'name']).doUpdateSet(saved))
    .execute();
}

export async function deleteView(tx: TxCtx, name: string): Promise<void> {
  await tx.db
    .deleteFrom('case_view')
    .where('account_id', '=', tx.viewer.accountId)
    .where('name', '=', name)
    .execute();
}
