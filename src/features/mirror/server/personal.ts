import { forSite } from '#db/for-site.ts';
import { jsonPart, type PersonalData } from '#platform/personal-data.ts';

const originOf = (ctx: Parameters<typeof forSite>[0], userId: number) =>
  forSite(ctx, 'mirrored')
    .innerJoin('mirror', (join) =>
      join.onRef('mirror.site', '=', 'mirrored.site').onRef('mirror.mirror_id', '=', 'mirrored.mirror_id'),
    )
    .where('mirror.site', '=', ctx.site.code)
    .where('mirrored.kind', '=', 'user')
    .where('mirrored.local_id', '=', userId)
    .select(['mirror.origin as Source', 'mirrored.source_id as UserId', 'mirrored.read_at as ReadAt']);

/**
 * Which user of another site a profile was copied from. Erasing it leaves the number of that user without anything else, so that the
 * next run does not copy them again.
 */
export const mirrorData: PersonalData = {
  name: 'mirrored profile',
  covers: [],
  async erase(tx, userId) {
    await tx.db
      .updateTable('mirrored')
      .set({ state: 'erased', local_id: null, row_hash: '', reason: '' })
      .where('site', '=', tx.site.code)
      .where('kind', '=', 'user')
      .where('local_id', '=', userId)
      .execute();
  },
  async *exported(ctx, userId) {
    yield jsonPart('copied-from.json', await originOf(ctx, userId).execute());
  },
};
