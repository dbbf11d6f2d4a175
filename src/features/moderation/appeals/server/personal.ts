import { forSite } from '#db/for-site.ts';
import { inPages, jsonPart, type PersonalData } from '#platform/personal-data.ts';

/** Appeals of a user. No one else than the crew sees them, so that there is nothing to hide. */
export const appealData: PersonalData = {
  name: 'appeals',
  covers: ['appeal.user_id'],

  async erase(tx, userId) {
    await tx.db.deleteFrom('appeal').where('site', '=', tx.site.code).where('user_id', '=', userId).execute();
  },

  async *exported(ctx, userId) {
    const rows = inPages((last: { DecisionId: number } | undefined, limit) =>
      forSite(ctx, 'appeal')
        .where('user_id', '=', userId)
        .where('act_id', '>', last?.DecisionId ?? 0)
        .orderBy('act_id')
        .limit(limit)
        .select([
          'act_id as DecisionId',
          'text as Text',
          'appealed_at as AppealedAt',
          'state as State',
          'answer as Answer',
          'decided_at as DecidedAt',
        ])
        .execute(),
    );
    yield jsonPart('appeals.json', rows);
  },
};
