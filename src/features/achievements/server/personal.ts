import { forSite } from '#db/for-site.ts';
import { inPages, jsonPart, type PersonalData } from '#platform/personal-data.ts';
import { recountHolders } from './recount.ts';

/** Achievements that the user earned; those of tracks stay with the tracks. */
export const achievementData: PersonalData = {
  name: 'achievements',
  covers: ['achievement_earned.user_id', 'achievement_withheld.user_id'],
  async erase(tx, userId) {
    for (const table of ['achievement_earned', 'achievement_withheld'] as const)
      await tx.db
        .deleteFrom(table)
        .where('site', '=', tx.site.code)
        .where('user_id', '=', userId)
        .where('track_id', '=', 0)
        .execute();
    await recountHolders(tx);
  },
  async *exported(ctx, userId) {
    const rows = inPages((last: { AchievementId: number; TrackId: number } | undefined, limit) =>
      forSite(ctx, 'achievement_earned')
        .innerJoin('achievement', (join) =>
          join
            .onRef('achievement.site', '=', 'achievement_earned.site')
            .onRef('achievement.achievement_id', '=', 'achievement_earned.achievement_id'),
        )
        .where('achievement_earned.user_id', '=', userId)
        .where((eb) =>
          eb(
            eb.refTuple('achievement_earned.achievement_id', 'achievement_earned.track_id'),
            '>',
            eb.tuple(last?.AchievementId ?? 0, last?.TrackId ?? -1),
          ),
        )
        .orderBy('achievement_earned.achievement_id')
        .orderBy('achievement_earned.track_id')
        .limit(limit)
        .select([
          'achievement_earned.achievement_id as AchievementId',
          'achievement.display_name as DisplayName',
          'achievement_earned.track_id as TrackId',
          'achievement_earned.custom_text as CustomText',
          'achievement_earned.earned_at as EarnedAt',
        ])
        .execute(),
    );
    yield jsonPart('achievements.json', rows);
  },
};
