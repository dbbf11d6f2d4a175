import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import { readingOnly } from '#platform/page-cache/reads.ts';
import { routes } from '#routes/routes.ts';
import type { CopySource } from '../copy-source.ts';

const pageOf = { track: routes.trackShow, user: routes.userShow } as const;

/** Where a track or user was copied from; null: it began here. */
export async function copySource(
  ctx: Ctx,
  kind: keyof typeof pageOf,
  id: number,
): Promise<CopySource | null> {
  const row = await readingOnly({ mirrored: { local_id: id } }, () =>
    forSite(ctx, 'mirrored')
      .innerJoin('mirror', (join) =>
        join.onRef('mirror.site', '=', 'mirrored.site').onRef('mirror.mirror_id', '=', 'mirrored.mirror_id'),
      )
      .where('mirror.site', '=', ctx.site.code)
      .where('mirrored.kind', '=', kind)
      .where('mirrored.local_id', '=', id)
      .where('mirrored.state', '=', 'copied')
      .select(['mirror.origin', 'mirror.read_at', 'mirrored.source_id'])
      .orderBy('mirror.mirror_id')
      .limit(1)
      .executeTakeFirst(),
  );
  if (!row) return null;
  return {
    host: new URL(row.origin).hostname,
    href: new URL(pageOf[kind](row.source_id), row.origin).href,
    readAt: row.read_at,
  };
}

/** The user who claimed a copied profile: its address leads to theirs. Null: nobody did. */
export async function claimantOf(ctx: Ctx, copiedId: number): Promise<number | null> {
  const row = await forSite(ctx, 'user_claim')
    .where('copied_id', '=', copiedId)
    .where('granted_at', 'is not', null)
    .select('user_id')
    .executeTakeFirst();
  return row?.user_id ?? null;
}
