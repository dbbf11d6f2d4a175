import { Level } from '#lib/codes/level.ts';

/** What stands under a name: the crew's role, else the title a person gave themselves (tmx-rules §4). */
export function titleOf(person: { grantedLevel: number | null; customTitle: string | null }): string | null {
  const { grantedLevel } = person;
  if (grantedLevel === Level.administrator) return 'Administrator';
  if (grantedLevel === Level.siteLeader) return 'Site Leader';
  if (grantedLevel === Level.moderator) return 'Moderator';
  return person.customTitle;
}
