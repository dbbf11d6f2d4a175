import { Level } from '#lib/codes/level.ts';
import { no, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { Viewer } from '#platform/viewer.ts';

/** Play Later lists are for users of standard level or higher. */
export function mayUsePlayLater(viewer: Pick<Viewer, 'level'>): Verdict {
  if (viewer.level >= Level.standard) return yes;
  return no('Confirm your email to use Play later.');
}
