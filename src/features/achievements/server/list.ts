import type { ExpressionBuilder, Kysely, SelectQueryBuilder } from 'kysely';
import type { Database } from '#db/database.ts';
import { flag, whole, wholeOrNull, words } from '#platform/lists/field-kinds.ts';
import { flagFilter, idsFilter } from '#platform/lists/filters.ts';
import { defineList } from '#platform/lists/list.ts';
import { order } from '#platform/lists/orders.ts';
import { slots } from '#platform/lists/slots.ts';
import { type AchievementRow, defaultAchievementFields } from '../fields.ts';

const fromAchievements = (db: Kysely<Database>) =>
  db.selectFrom('achievement as a').where('a.site', '=', slots.site);

type AchievementsDB =
  ReturnType<typeof fromAchievements> extends SelectQueryBuilder<infer DB, infer _TB, infer _O> ? DB : never;

const isEarned = (eb: ExpressionBuilder<AchievementsDB, 'a'>) =>
  eb.exists(
    eb
      .selectFrom('achievement_earned as e')
      .where('e.site', '=', slots.site)
      .where('e.user_id', '=', slots.viewer)
      .whereRef('e.achievement_id', '=', 'a.achievement_id')
      .select((found) => found.lit(1).as('one')),
  );

/** Achievements: GET /api/achievements and the page of achievements. */
export const achievementList = defineList<AchievementsDB, 'a', AchievementRow, 'everyone'>({
  name: 'achievements',
  about: 'Achievements that users and tracks can earn on this edition.',
  from: fromAchievements,
  id: (eb) => eb.ref('a.achievement_id'),
  fields: {
    AchievementId: whole((eb) => eb.ref('a.achievement_id')),
    DisplayName: words((eb) => eb.ref('a.display_name')),
    Description: words((eb) => eb.ref('a.description')),
    PrimaryColor: words((eb) => eb.ref('a.primary_color')),
    TextColor: words((eb) => eb.ref('a.text_color')),
    Icon: words((eb) => eb.ref('a.icon')),
    SucceedingId: wholeOrNull((eb) => eb.ref('a.succeeding_id')),
    Holders: whole((eb) => eb.ref('a.holders')),
    IsEarned: flag(isEarned),
  },
  defaultFields: defaultAchievementFields,
  filters: {
    id: idsFilter('AchievementIds', (eb) => eb.ref('a.achievement_id')),
    inearned: flagFilter('earned by the viewer', isEarned),
  },
  orders: {
    number: order([1, 2], 'number of the achievement'),
    holders: order([3, 4], 'users and tracks that have it', (eb) => eb.ref('a.holders')),
  },
  defaultOrder: { by: 'number', descending: false },
  pageSize: { usual: 100, most: 1000 },
  audience: () => 'everyone',
  visible: () => null,
});
