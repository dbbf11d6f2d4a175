import { Level } from '#lib/codes/level.ts';

/** The name of everyone whose account is closed or erased. */
export const deletedUserName = 'Deleted user';

/** Titles of roles. */
export const crewTitles = [
  [Level.administrator, 'Administrator'],
  [Level.siteLeader, 'Site Leader'],
  [Level.moderator, 'Moderator'],
] as const;

/** The title below a name: the role in the crew, otherwise the user's own title. */
export function titleOf(person: { grantedLevel: number | null; customTitle: string | null }): string | null {
  const role = crewTitles.find(([level]) => level === person.grantedLevel);
  return role?.[1] ?? person.customTitle;
}
