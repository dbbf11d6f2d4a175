import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { readCompiled } from '#platform/compiled.ts';
import type { Ctx } from '#platform/context.ts';
import { slot } from '#platform/lists/slots.ts';

const queued = (ctx: Ctx) =>
  forSite(ctx, 'play_later')
    .where('user_id', '=', slot<number>('userId'))
    .where('track_id', '=', sql<number>`any(${slot<number[]>('trackIds')}::integer[])`)
    .select('track_id');

/** Those of these tracks that are on the viewer's Play Later list. */
export async function queuedAmong(ctx: Ctx, trackIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { userId } = ctx.viewer;
  if (userId === 0 || trackIds.length === 0) return new Set();
  const rows = await readCompiled(ctx, 'queued among tracks', () => queued(ctx), { userId, trackIds });
  return new Set(rows.map(({ track_id }) => track_id));
}
