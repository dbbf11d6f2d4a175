import { Level } from '#lib/codes/level.ts';
import { no, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { Viewer } from '#platform/viewer.ts';

/** Signed-in users may have favourites. */
export const mayHaveFavorites = (viewer: Viewer): Verdict =>
  viewer.level < Level.basic ? no('Sign in to keep favourites.') : yes;

/** Signed-in users may have any other user as a favourite. */
export const mayFavorite = (viewer: Viewer, userId: number): Verdict =>
  viewer.userId === userId ? no('You cannot be your own favourite.') : mayHaveFavorites(viewer);

/** Signed-in users may block others. */
export const mayHaveBlocks = (viewer: Viewer): Verdict =>
  viewer.level < Level.basic ? no('Sign in to block users.') : yes;

/** Signed-in users may block any other user, the crew included: what the crew decides about them reaches them all the same. */
export const mayBlock = (viewer: Viewer, userId: number): Verdict =>
  viewer.userId === userId ? no('You cannot block yourself.') : mayHaveBlocks(viewer);
