import { Level } from '#lib/codes/level.ts';

/** What a role is called under a name. */
export const crewTitles = [
  [Level.administrator, 'Administrator'],
  [Level.siteLeader, 'Site Leader'],
  [Level.moderator, 'Moderator'],
] as const;

/** What stands under a name: the crew's role, else the title a person gave themselves. */
export function titleOf(person: { grantedLevel: number | null; customTitle: string | null }): string | null {
  const role = crewTitles.find(([level]) => level === person.grantedLevel);
  return role?.[1] ?? person.customTitle;
}
