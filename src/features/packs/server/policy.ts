import { Level } from '#lib/codes/level.ts';
import { no, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { Viewer } from '#platform/viewer.ts';

export const mayCreatePack = (viewer: Viewer): Verdict =>
  viewer.level >= Level.basic ? yes : no('Sign in to create trackpacks.');
