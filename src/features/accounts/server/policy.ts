import type { Ctx } from '#platform/context.ts';
import { signInFirst } from '#platform/http/problem.ts';

/** The viewer's account; throws a Problem 401 for visitors. */
export function ownAccountId({ viewer }: Pick<Ctx, 'viewer'>): number {
  if (viewer.accountId === null) throw signInFirst();
  return viewer.accountId;
}
