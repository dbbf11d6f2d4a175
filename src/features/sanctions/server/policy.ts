import { isModerator, Level } from '#lib/codes/level.ts';
import { conflict, no, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Sanction } from '../model.ts';
import type { SanctionTarget } from './repo.ts';

interface Facts {
  readonly target: SanctionTarget | null;
  /** on all editions, rather than this one */
  readonly everywhere: boolean;
  /** the viewer is an administrator on every edition */
  readonly isAdministratorEverywhere: boolean;
}

const everywhereOnly = no('Only administrators of all editions can do this.');

/** Moderators sanction users without a role, or with a lower role than their own; nobody sanctions themselves. */
export function maySanction(
  viewer: Viewer,
  { target, everywhere, isAdministratorEverywhere }: Facts,
): Verdict {
  if (!isModerator(viewer)) return no('Only moderators can do this.');
  if (!target) return no('This user doesn’t exist.');
  if (target.accountId === viewer.accountId) return no('You can’t sanction yourself.');
  if (target.isClosed) return conflict('This account is closed.');
  if (everywhere && !isAdministratorEverywhere) return everywhereOnly;
  const role = everywhere ? target.roleAnywhere : target.roleHere;
  if (role >= Level.moderator && role >= viewer.level)
    return no('Only someone with a higher role can sanction a crew member. Remove their role first.');
  return yes;
}

/** Users who may impose a sanction may lift it. */
export function mayLift(
  viewer: Viewer,
  sanction: Pick<Sanction, 'site' | 'accountId'>,
  { site, isAdministratorEverywhere }: { site: string; isAdministratorEverywhere: boolean },
): Verdict {
  if (!isModerator(viewer)) return no('Only moderators can do this.');
  if (sanction.accountId === viewer.accountId) return no('You can’t lift your own sanction.');
  if (sanction.site === null) return isAdministratorEverywhere ? yes : everywhereOnly;
  return sanction.site === site ? yes : no('This sanction belongs to another edition.');
}
