import { z } from 'zod';
import { grantByHand, grantSubject, revokeByHand } from '#features/achievements/server/actions.ts';
import { Level } from '#lib/codes/level.ts';
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

/** Undoing acts on accounts and users. */
export const personUndos = {
  'account.close': { cannot: 'A closed account is reopened with the command `npm run admin`.' },
  'account.reopen': { cannot: 'An account is closed with the command `npm run admin`.' },
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
  'login.remove': { cannot: 'A removed login is bound again by the next replay with it.' },
} satisfies Record<string, UndoRule>;
