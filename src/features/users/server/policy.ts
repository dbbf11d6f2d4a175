import { forSite } from '#db/for-site.ts';
import { Level } from '#lib/codes/level.ts';
import type { Ctx } from '#platform/context.ts';
import { no, type Verdict, yes } from '#platform/verdict.ts';

const dayMs = 86_400_000;

// A kind joins when its feature has a table to count.
const counters = {
  uploads: async (ctx: Ctx, since: Date): Promise<number> => {
    const row = await forSite(ctx, 'track')
      .where('track.uploader_id', '=', ctx.viewer.userId)
      .where('track.uploaded_at', '>', since)
      .select((eb) => eb.fn.countAll<number>().as('uploads'))
      .executeTakeFirstOrThrow();
    return Number(row.uploads);
  },
} satisfies { [kind in keyof Ctx['site']['quotas']]?: (ctx: Ctx, since: Date) => Promise<number> };

export type QuotaKind = keyof typeof counters;

/**
 * Whether the viewer may do this once more today. Off unless the edition sets a number (site.quotas), which costs no
 * query; moderators and above are not counted.
 */
export async function withinQuota(ctx: Ctx, kind: QuotaKind): Promise<Verdict> {
  const quota = ctx.site.quotas[kind];
  if (quota === null || ctx.viewer.level >= Level.moderator) return yes;
  const used = await counters[kind](ctx, new Date(ctx.clock.now().getTime() - dayMs));
  return used < quota ? yes : no(`${quota} ${kind} in 24 hours are the limit here: try again later.`);
}
