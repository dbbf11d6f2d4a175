import { performAct } from '#features/moderation/acts/server/perform.ts';
import { daysBefore } from '#lib/codes/durations.ts';
import { actAs, named, type Scene } from './scene.ts';

/** Sanctions of the moderator: who, which act, for how long, when, and why. */
const sanctions = [
  ['papergear4', 'user.warn', '90', 34, 'Two comments that insult the builder. Write about the track.'],
  ['double_gear', 'user.suspend', '7', 61, 'The same advertisement in nine comments within an hour.'],
  ['papergear4', 'user.mute', '30', 2, 'Insults again, four weeks after the warning.'],
] as const;

/** A user who is muted after a warning, and one whose suspension is over. */
export async function seedSanctions(scene: Scene): Promise<void> {
  const { tx } = scene;
  for (const [name, act, Length, daysAgo, reason] of sanctions) {
    const moderator = actAs(tx, named(scene, 'mo'), daysBefore(tx.clock.now(), daysAgo));
    await performAct(moderator, {
      site: tx.site.code,
      kind: 'user',
      id: named(scene, name).userId,
      act,
      reason,
      caseId: null,
      fields: { Length },
    });
  }
}
