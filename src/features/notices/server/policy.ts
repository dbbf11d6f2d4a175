import { no, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { Viewer } from '#platform/viewer.ts';

/** Everybody has notices of their own, and nobody has another's. */
export const mayHaveNotices = (viewer: Viewer): Verdict =>
  viewer.userId === 0 ? no('Sign in to read your notices.') : yes;
