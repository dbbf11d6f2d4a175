import { Level } from '#lib/codes/level.ts';
import { no, type Verdict, yes } from '#lib/rules/verdict.ts';

/** The facts about a change of a role that the rule needs. */
export interface RoleFacts {
  /** levels before and after; 0: no role */
  readonly before: number;
  readonly after: number;
  /** on all editions */
  readonly isEverywhere: boolean;
  /** the viewer's own role */
  readonly isOwn: boolean;
}

/**
 * Site leaders set the role of moderator, administrators of an edition also that of site leader, administrators of all editions
 * any role. Nobody changes their own.
 */
export function maySetRole(level: number, administersAll: boolean, facts: RoleFacts): Verdict {
  const { before, after, isEverywhere, isOwn } = facts;
  if (isOwn) return no('You can’t change your own role.');
  if (administersAll) return yes;
  if (isEverywhere) return no('Only administrators of all editions can change a role on all editions.');
  const highest = Math.max(before, after);
  if (level >= Level.administrator)
    return highest <= Level.siteLeader
      ? yes
      : no('Only administrators of all editions can appoint and dismiss administrators.');
  if (level === Level.siteLeader)
    return highest <= Level.moderator ? yes : no('Site leaders appoint and dismiss moderators.');
  return no('Only site leaders and administrators can change roles.');
}
