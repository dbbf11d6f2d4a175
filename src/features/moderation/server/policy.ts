import { Level } from '#lib/codes/level.ts';
import { no, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { Viewer } from '#platform/viewer.ts';

export function mayReport(viewer: Viewer): Verdict {
  return viewer.level >= Level.basic ? yes : no('Sign in to report something.');
}

/** The console and the log show the editions where the viewer's account has a role. */
export const mayModerateSomewhere = (editions: number): Verdict =>
  editions > 0 ? yes : no('Only moderators can see reports and the moderation log.');
