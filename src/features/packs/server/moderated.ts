import type { OnMerge } from '#features/tracks/move-merge/server/merge.ts';
import { replaceInPacks } from '../tracks/server/track-changes.ts';

/** Trackpacks list the other track instead of a duplicate. */
export const mergeEntries: OnMerge = replaceInPacks;
