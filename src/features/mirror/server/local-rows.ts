import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import type { Kind } from './state.ts';

/** The table and id of each kind here. */
const tableOf = {
  user: ['profile', 'user_id'],
  track: ['track', 'track_id'],
  replay: ['replay', 'replay_id'],
  comment: ['comment', 'comment_id'],
  award: ['comment', 'comment_id'],
  pack: ['pack', 'pack_id'],
} as const satisfies Record<Kind, readonly [string, string]>;

/** The row that a source claims to have copied from here, if it exists. */
export async function localRow(ctx: Ctx, kind: Kind, id: number | null | undefined): Promise<number | null> {
  if (!id) return null;
  const [table, column] = tableOf[kind];
  const row = await forSite(ctx, table as 'track')
    .where(column as 'track_id', '=', id)
    .select(column as 'track_id')
    .executeTakeFirst();
  return row ? id : null;
}
