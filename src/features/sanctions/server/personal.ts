import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import { inPages, jsonPart, type PersonalData } from '#platform/personal-data.ts';

const accountOf = async (ctx: Ctx, userId: number): Promise<number> => {
  const row = await forSite(ctx, 'profile')
    .where('user_id', '=', userId)
    .select('account_id')
    .executeTakeFirst();
  return row?.account_id ?? 0;
};

/** Sanctions are erased with the account; the acts stay in the moderation log. The export contains those of the edition and of all. */
export const sanctionData: PersonalData = {
  name: 'sanctions',
  covers: ['sanction.account_id'],

  async erase(tx, userId) {
    const accountId = await accountOf(tx, userId);
    await tx.db.deleteFrom('sanction').where('account_id', '=', accountId).execute();
  },

  async *exported(ctx, userId) {
    const accountId = await accountOf(ctx, userId);
    yield jsonPart(
      'sanctions.json',
      inPages((last: { SanctionId: number } | undefined, limit) =>
        ctx.db
          .selectFrom('sanction')
          .where('account_id', '=', accountId)
          .where((eb) => eb.or([eb('site', 'is', null), eb('site', '=', ctx.site.code)]))
          .where('sanction_id', '>', last?.SanctionId ?? 0)
          .orderBy('sanction_id')
          .limit(limit)
          .select([
            'sanction_id as SanctionId',
            'kind as Kind',
            'site as Site',
            'reason as Reason',
            'imposed_at as ImposedAt',
            'ends_at as EndsAt',
            'lifted_at as LiftedAt',
          ])
          .execute(),
      ),
    );
  },
};
