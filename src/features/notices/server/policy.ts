import { no, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { Viewer } from '#platform/viewer.ts';

/** Users have their own notices and no access to others'. */
export const mayHaveNotices = (viewer: Viewer): Verdict =>
  viewer.userId === 0 ? no('Sign in to read your notices.') : yes;
