import { rowIdIn } from '#lib/codes/ids.ts';
import type { Ctx } from '#platform/context.ts';
import { formBounds } from '#platform/uploads/bounds.ts';
import type { PostedReplay } from '../analysis.ts';
import { postedReplays } from './post.ts';

/** The replays that `?posted=` names, after a plain form has posted them. Only their driver sees them; others see none. */
export async function justPosted(ctx: Ctx, query: URLSearchParams): Promise<PostedReplay[]> {
  const ids = (query.get('posted') ?? '').split(',').slice(0, formBounds.entries).map(rowIdIn);
  if (ctx.viewer.accountId === null) return [];
  return postedReplays(
    ctx,
    ids.filter((id) => id !== null),
  );
}
