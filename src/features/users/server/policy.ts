import { isModerator, Level } from '#lib/codes/level.ts';
import { no, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { Viewer } from '#platform/viewer.ts';

/** Signed-in users may have favourites. */
export const mayHaveFavorites = (viewer: Viewer): Verdict =>
  viewer.level < Level.basic ? no('Sign in to add favourites.') : yes;

/** Signed-in users may have any other user as a favourite. */
export const mayFavorite = (viewer: Viewer, userId: number): Verdict =>
  viewer.userId === userId ? no('You can’t add yourself as a favourite.') : mayHaveFavorites(viewer);

/** Users with a confirmed email address may edit their page. */
export const mayEditProfile = (viewer: Viewer): Verdict => {
  if (viewer.level < Level.basic) return no('Sign in to edit your profile.');
  return viewer.level < Level.standard ? no('Confirm your email to edit your profile.') : yes;
};

/** A title and a banner of their own are for supporters and the crew. What was set before stays, and can be removed. */
export const mayDecorate = (viewer: Viewer): Verdict => {
  const edit = mayEditProfile(viewer);
  if (!edit.ok) return edit;
  return viewer.isSupporter || isModerator(viewer)
    ? yes
    : no('Titles and banners are for supporters and the crew.');
};

/** Moderators remove what users show on their pages. */
export const mayCleanProfiles = (viewer: Viewer): Verdict =>
  isModerator(viewer) ? yes : no('Moderators only.');

/** Signed-in users may block others. */
export const mayHaveBlocks = (viewer: Viewer): Verdict =>
  viewer.level < Level.basic ? no('Sign in to block players.') : yes;

/**
 * Signed-in users may block any other user, also members of the crew: notices about decisions of the crew are sent regardless.
 */
export const mayBlock = (viewer: Viewer, userId: number): Verdict =>
  viewer.userId === userId ? no('You can’t block yourself.') : mayHaveBlocks(viewer);
