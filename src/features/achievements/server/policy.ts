import { Level } from '#lib/codes/level.ts';
import { no, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { Viewer } from '#platform/viewer.ts';

/** Site leaders and administrators grant and revoke achievements. */
export const mayGrant = ({ level }: Pick<Viewer, 'level'>): Verdict =>
  level >= Level.siteLeader ? yes : no('Only site leaders and administrators can grant achievements.');

export const maySwitchNotices = ({ level }: Pick<Viewer, 'level'>): Verdict =>
  level >= Level.basic ? yes : no('Sign in first.');
