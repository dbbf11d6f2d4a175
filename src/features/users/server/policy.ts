import { Level } from '#lib/codes/level.ts';
import { no, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { Viewer } from '#platform/viewer.ts';

/** Signed-in users may have favourites. */
export const mayHaveFavorites = (viewer: Viewer): Verdict =>
  viewer.level < Level.basic ? no('Sign in to keep favourites.') : yes;

/** Signed-in users may have any other user as a favourite. */
export const mayFavorite = (viewer: Viewer, userId: number): Verdict =>
  viewer.userId === userId ? no('You cannot be your own favourite.') : mayHaveFavorites(viewer);
