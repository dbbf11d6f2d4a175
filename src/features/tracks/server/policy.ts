import { Level } from '#lib/codes/level.ts';
import { no, type Verdict, yes } from '#platform/verdict.ts';
import type { Viewer } from '#platform/viewer.ts';

export const isModerator = (viewer: Viewer) => viewer.level >= Level.moderator;

export function mayUpload(viewer: Viewer): Verdict {
  return viewer.level >= Level.basic ? yes : no('Sign in to upload tracks.');
}
