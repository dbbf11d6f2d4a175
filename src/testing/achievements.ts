import { GrantForm } from '#features/achievements/forms.ts';
import { achievementRoutes } from '#features/achievements/server/endpoints.ts';
import { grantEarned } from '#features/achievements/server/grant.ts';
import type { Occasion } from '#features/achievements/server/measure.ts';
import type { TestCtx } from './ctx.ts';

/** The ids of the achievements of a user, in order. */
export const idsOf = async (ctx: TestCtx) =>
  (
    await ctx.db
      .selectFrom('achievement_earned')
      .where('site', '=', ctx.site.code)
      .where('user_id', '=', ctx.viewer.userId)
      .select('achievement_id')
      .orderBy('achievement_id')
      .execute()
  ).map(({ achievement_id }) => achievement_id);
export const counterOf = async (ctx: TestCtx) =>
  (
    await ctx.db
      .selectFrom('profile')
      .where('site', '=', ctx.site.code)
      .where('user_id', '=', ctx.viewer.userId)
      .select('achievements')
      .executeTakeFirstOrThrow()
  ).achievements;
export const holders = async (ctx: TestCtx, achievementId: number) =>
  (
    await ctx.db
      .selectFrom('achievement')
      .where('site', '=', ctx.site.code)
      .where('achievement_id', '=', achievementId)
      .select('holders')
      .executeTakeFirstOrThrow()
  ).holders;
export const noticesOf = async (ctx: TestCtx) =>
  (
    await ctx.db
      .selectFrom('notice')
      .where('site', '=', ctx.site.code)
      .where('user_id', '=', ctx.viewer.userId)
      .where('kind', '=', 'achievement.earned')
      .select('text')
      .execute()
  ).map(({ text }) => text);
export const check = (ctx: TestCtx, trackIds: number[] = [], occasion: Occasion = 'night') =>
  grantEarned(ctx, { userIds: [ctx.viewer.userId], trackIds, occasion });
export const setNumber = (ctx: TestCtx, set: object) =>
  ctx.db
    .updateTable('profile')
    .set(set)
    .where('site', '=', ctx.site.code)
    .where('user_id', '=', ctx.viewer.userId)
    .execute();

const leaderForm = { AchievementId: '1001', Reason: 'Announced in the news.' };
type Typed = Partial<Record<'AchievementId' | 'UserId' | 'TrackId' | 'CustomText' | 'Reason', string>>;
const perform = (key: 'grant' | 'revoke', ctx: TestCtx, form: Typed) => {
  const endpoint = achievementRoutes[`POST /achievements/${key}`] as unknown as {
    perform(ctx: TestCtx, input: object): Promise<object>;
  };
  return endpoint.perform(ctx, GrantForm.parse({ ...leaderForm, ...form }));
};
export const grant = (ctx: TestCtx, form: Typed) => perform('grant', ctx, form);
export const revoke = (ctx: TestCtx, form: Typed) => perform('revoke', ctx, form);
