import { z } from 'zod';
import { forSite } from '#db/for-site.ts';
import type { ActRef } from '#features/modlog/acts.ts';
import type { ActState } from '#features/modlog/model.ts';
import { type Act, act, storedIn } from '#features/modlog/server/act.ts';
import { perform } from '#features/modlog/server/actions.ts';
import { chooseDeliveries } from '#features/notices/server/actions.ts';
import { ownDeliveries } from '#features/notices/server/list.ts';
import { Level } from '#lib/codes/level.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { badRequest, notFound, Problem } from '#platform/http/problem.ts';
import { lockUntilCommit } from '#platform/lock.ts';
import { type Achievement, achievementById, catalogueOf } from '../catalogue.ts';
import { GrantForm } from '../forms.ts';
import { count, type Grant, store } from './grant.ts';

/** What a form grants or revokes, with the holder. */
export interface GrantSubject {
  readonly achievement: Achievement;
  readonly grant: Grant;
}

/** Reads the achievement, and the user or public track that has or gets it. A track's holder is its uploader. */
export async function grantSubject(tx: TxCtx, form: Omit<GrantForm, 'Reason'>): Promise<GrantSubject> {
  const achievement = achievementById(form.AchievementId);
  if (!achievement || !catalogueOf(tx.site).includes(achievement)) throw notFound('This achievement');
  const { achievementId, of, description } = achievement;
  if (of === 'track' && form.TrackId === 0) {
    throw badRequest('TrackId: this achievement belongs to a track.', 'TrackId');
  }
  if (of === 'user' && form.TrackId !== 0) {
    throw badRequest('TrackId: this achievement belongs to a user, not to a track.', 'TrackId');
  }
  const customText = description.includes('{0}') ? form.CustomText : '';
  if (description.includes('{0}') && customText === '') {
    throw badRequest(`CustomText: complete “${description}”.`, 'CustomText');
  }
  // grants and revocations of the same achievement one after the other
  await lockUntilCommit(tx, `achievement ${tx.site.code} ${achievementId}`);
  const userId =
    form.TrackId === 0 ? await existingUser(tx, form.UserId) : await uploaderOf(tx, form.TrackId);
  return { achievement, grant: { achievementId, userId, trackId: form.TrackId, customText } };
}

async function existingUser(tx: TxCtx, userId: number): Promise<number> {
  const row = await forSite(tx, 'profile').where('user_id', '=', userId).select('user_id').executeTakeFirst();
  if (!row) throw notFound('This user');
  return row.user_id;
}

async function uploaderOf(tx: TxCtx, trackId: number): Promise<number> {
  const row = await forSite(tx, 'track')
    .where('track_id', '=', trackId)
    .where('is_public', '=', true)
    .select('uploader_id')
    .executeTakeFirst();
  if (!row) throw notFound('This track');
  return row.uploader_id;
}

const subjectOf = ({ trackId, userId }: Grant) =>
  trackId > 0 ? { kind: 'track', id: trackId } : { kind: 'user', id: userId };

/** For the log, and for undoing a grant or revocation. */
const stateOf = ({ name }: Achievement, { achievementId, userId, trackId, customText }: Grant): ActState => ({
  Achievement: name,
  achievementId,
  userId,
  trackId,
  customText,
});

const withheld = (tx: TxCtx, { achievementId, userId, trackId }: Grant) => ({
  site: tx.site.code,
  achievement_id: achievementId,
  user_id: trackId > 0 ? 0 : userId,
  track_id: trackId,
});

type Granted = Omit<GrantForm, 'Reason'>;

const Stored = z
  .object({
    achievementId: z.number(),
    userId: z.number(),
    trackId: z.number(),
    customText: z.string(),
  })
  .transform(
    ({ achievementId, userId, trackId, customText }): Granted => ({
      AchievementId: achievementId,
      UserId: userId,
      TrackId: trackId,
      CustomText: customText,
    }),
  );

const grantIn = (state: Readonly<Record<string, unknown>>): Granted =>
  storedIn(Stored, state, 'The log doesn’t say which achievement.');

const byHand = {
  level: Level.siteLeader,
  input: GrantForm.omit({ Reason: true }),
  find: (tx: TxCtx, _: ActRef, input: Granted): Promise<GrantSubject> => grantSubject(tx, input),
} as const;

/** Grants an achievement by hand. */
const grantAchievement = act({
  ...byHand,
  name: 'achievement.grant',
  label: 'Granted an achievement',
  group: 'other',
  effect: 'favourable',
  run: async (tx, { grant, achievement }) => {
    if ((await store(tx, [grant])).length === 0) {
      throw new Problem(409, 'This achievement was already granted, with the same text.');
    }
    const { site, achievement_id, user_id, track_id } = withheld(tx, grant);
    await tx.db
      .deleteFrom('achievement_withheld')
      .where('site', '=', site)
      .where('achievement_id', '=', achievement_id)
      .where('user_id', '=', user_id)
      .where('track_id', '=', track_id)
      .execute();
    return { after: stateOf(achievement, grant), personId: grant.userId };
  },
  undo: { as: 'achievement.revoke', input: ({ after }) => grantIn(after) },
});

/** Revokes an achievement. One that is earned by numbers is not granted again, except by hand. */
const revokeAchievement = act({
  ...byHand,
  name: 'achievement.revoke',
  label: 'Revoked an achievement',
  group: 'hidden',
  run: async (tx, { grant, achievement }) => {
    const gone = await tx.db
      .deleteFrom('achievement_earned')
      .where('site', '=', tx.site.code)
      .where('achievement_id', '=', grant.achievementId)
      .where('track_id', '=', grant.trackId)
      .where('custom_text', '=', grant.customText)
      // the track may have had another uploader
      .$if(grant.trackId === 0, (query) => query.where('user_id', '=', grant.userId))
      .returning('user_id')
      .execute();
    if (gone.length === 0) throw notFound('This achievement of the user or track');
    if (achievement.needs !== null) {
      await tx.db.insertInto('achievement_withheld').values(withheld(tx, grant)).execute();
    }
    await count(
      tx,
      gone.map(({ user_id: userId }) => ({ ...grant, userId })),
      -1,
    );
    return { before: stateOf(achievement, grant), personId: grant.userId };
  },
  undo: { as: 'achievement.grant', input: ({ before }) => grantIn(before) },
});

/** Moderator actions on achievements. */
export const achievementActs = [grantAchievement, revokeAchievement];

const performByHand =
  (act: Act<Granted, GrantSubject>) =>
  async (tx: TxCtx, found: GrantSubject, { Reason, ...input }: GrantForm): Promise<object> => {
    const reason = Reason.trim() === '' ? '' : `${found.achievement.name}: ${Reason}`;
    await perform(tx, act, { subject: subjectOf(found.grant), found, input, reason });
    return {};
  };

/** POST /achievements/grant */
export const grantByHand = performByHand(grantAchievement);
/** POST /achievements/revoke */
export const revokeByHand = performByHand(revokeAchievement);

/** Switches the viewer's notices about achievements on or off. */
export async function switchNotices(tx: TxCtx, { On }: { On: '0' | '1' }): Promise<object> {
  await chooseDeliveries(tx, { achievements: On === '1' ? 'site' : 'off' }, null);
  return { On: On === '1' };
}

/** Whether the viewer gets notices about achievements. */
export const getsNotices = async (ctx: Ctx): Promise<boolean> =>
  (await ownDeliveries(ctx)).achievements !== 'off';
