import { forSite } from '#db/for-site.ts';
import { inPages, jsonPart, type PersonalData } from '#platform/personal-data.ts';

/**
 * Decisions of the crew about a user. They stay, so that they can be explained; the name is read from the profile and disappears
 * with it, and what an act changed is erased, because it contains texts of the user. The same holds for the edits of their own
 * news, which name no person concerned. `hidden`: acts that the person does not see.
 */
export const decisionData = (hidden: readonly string[]): PersonalData => ({
  name: 'decisions',
  covers: ['moderation_act.person_id'],

  async erase(tx, userId) {
    await tx.db
      .updateTable('moderation_act')
      .where('site', '=', tx.site.code)
      .where((eb) =>
        eb.or([
          eb('person_id', '=', userId),
          eb.and([eb('act', '=', 'news.edit'), eb('person_id', 'is', null), eb('user_id', '=', userId)]),
        ]),
      )
      .set({ before: null, after: null })
      .execute();
  },

  async *exported(ctx, userId) {
    const rows = inPages((last: { DecisionId: number } | undefined, limit) =>
      forSite(ctx, 'moderation_act')
        .where('person_id', '=', userId)
        .where('act', 'not in', hidden)
        .where('act_id', '>', last?.DecisionId ?? 0)
        .orderBy('act_id')
        .limit(limit)
        .select([
          'act_id as DecisionId',
          'act as Act',
          'subject_kind as SubjectKind',
          'subject_id as SubjectId',
          'reason as Reason',
          'acted_at as DecidedAt',
          'before as Before',
          'after as After',
          'undoes as Undoes',
        ])
        .execute(),
    );
    yield jsonPart('decisions.json', rows);
  },
});
