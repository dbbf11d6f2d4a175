import { isModerator, Level } from '#lib/codes/level.ts';
import { no, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { Viewer } from '#platform/viewer.ts';

export function mayUpload(viewer: Viewer): Verdict {
  return viewer.level >= Level.basic ? yes : no('Sign in to upload tracks.');
}

/** Moderators pick the tracks that the front page features. */
export function mayPick(viewer: Viewer): Verdict {
  return isModerator(viewer) ? yes : no('Only moderators can feature tracks.');
}
