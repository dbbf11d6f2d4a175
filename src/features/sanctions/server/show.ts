import type { Ctx } from '#platform/context.ts';
import type { Sanction } from '../model.ts';
import { sanctionsOf } from './repo.ts';

/** The viewer's sanctions on all editions, newest first. */
export async function ownSanctions(ctx: Ctx): Promise<readonly Sanction[]> {
  const { accountId } = ctx.viewer;
  if (accountId === null) return [];
  const codes = ctx.sites.map(({ code }) => code);
  return sanctionsOf(ctx, accountId, codes);
}
