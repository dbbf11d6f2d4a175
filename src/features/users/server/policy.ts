import { Level } from '#lib/codes/level.ts';
import { no, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { Viewer } from '#platform/viewer.ts';

/** Signed-in users may have favourites, but not themselves. */
export function mayFavorite(viewer: Viewer, userId: number): Verdict {
  if (viewer.level < Level.basic) return no('Sign in to keep favourites.');
  return viewer.userId === userId ? no('You cannot be your own favourite.') : yes;
}
