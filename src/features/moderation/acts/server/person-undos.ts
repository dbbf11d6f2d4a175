import { z } from 'zod';
import { grantByHand, grantSubject, revokeByHand } from '#features/achievements/server/actions.ts';
import { lift, reimpose } from '#features/sanctions/server/moderated.ts';
import { mayLift } from '#features/sanctions/server/policy.ts';
import { sanctionById } from '#features/sanctions/server/repo.ts';
import { Level } from '#lib/codes/level.ts';
import { conflict, type Verdict } from '#lib/rules/verdict.ts';
import { administersAll } from '#platform/auth/reach.ts';
import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import type { UndoRule } from './act.ts';

const Stored = z.object({
  achievementId: z.number(),
  userId: z.number(),
  trackId: z.number(),
  customText: z.string(),
});

/** A grant or revocation as its form would send it. Acts of earlier versions did not store it. */
function grantIn(state: Readonly<Record<string, unknown>>, Reason: string) {
  const parsed = Stored.safeParse(state);
  if (!parsed.success) throw new Problem(409, 'Which achievement it was is not stored.');
  const { achievementId, userId, trackId, customText } = parsed.data;
  return { AchievementId: achievementId, UserId: userId, TrackId: trackId, CustomText: customText, Reason };
}

function sanctionIn({ sanctionId }: Readonly<Record<string, unknown>>): number {
  if (typeof sanctionId !== 'number') throw new Problem(409, 'Which sanction it was is not stored.');
  return sanctionId;
}

/** Users who may impose a sanction may undo the acts on it. */
async function mayUndoOn(ctx: Ctx, state: Readonly<Record<string, unknown>>): Promise<Verdict> {
  const sanction = await sanctionById(ctx, sanctionIn(state));
  if (!sanction) return conflict('This sanction was erased with the account.');
  return mayLift(ctx.viewer, sanction, {
    site: ctx.site.code,
    isAdministratorEverywhere: await administersAll(ctx),
  });
}

const lifting: UndoRule = {
  as: 'user.lift',
  notifies: true,
  allow: (ctx, { after }) => mayUndoOn(ctx, after),
  run: (tx, { subject, after }, reason) => lift(tx, subject.id, sanctionIn(after), reason),
};

/** Undoing acts on accounts and users. */
export const personUndos = {
  'achievement.grant': {
    as: 'achievement.revoke',
    level: Level.siteLeader,
    run: async (tx, { after }, Reason) => {
      const form = grantIn(after, Reason);
      await revokeByHand(tx, await grantSubject(tx, form), form);
      return undefined;
    },
  },
  'achievement.revoke': {
    as: 'achievement.grant',
    level: Level.siteLeader,
    run: async (tx, { before }, Reason) => {
      const form = grantIn(before, Reason);
      await grantByHand(tx, await grantSubject(tx, form), form);
      return undefined;
    },
  },
  'user.warn': lifting,
  'user.mute': lifting,
  'user.suspend': lifting,
  'user.reimpose': lifting,
  'user.lift': {
    as: 'user.reimpose',
    notifies: true,
    allow: (ctx, { before }) => mayUndoOn(ctx, before),
    run: (tx, { subject, before }, reason) => reimpose(tx, subject.id, sanctionIn(before), reason),
  },
} satisfies Record<string, UndoRule>;
