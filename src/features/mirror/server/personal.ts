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
  covers: ['user_claim.user_id', 'user_claim.copied_id'],
  async erase(tx, userId) {
    // the address of a claimed profile leads to its user, without anything else about it
    await tx.db
      .deleteFrom('user_claim')
      .where('site', '=', tx.site.code)
      .where((eb) =>
        eb.or([
          eb('user_id', '=', userId),
          eb.and([eb('copied_id', '=', userId), eb('granted_at', 'is', null)]),
        ]),
      )
      .execute();
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
    const claims = await forSite(ctx, 'user_claim')
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .select([
        'copied_id as CopiedId',
        'created_at as CreatedAt',
        'granted_at as GrantedAt',
        'proof as Proof',
      ])
      .execute();
    yield jsonPart('profile-claims.json', claims);
  },
};
