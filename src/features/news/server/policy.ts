import { isModerator } from '#lib/codes/level.ts';
import { no, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { Viewer } from '#platform/viewer.ts';

/** Writing, changing, deleting and restoring news. */
export const mayWriteNews = (viewer: Viewer): Verdict =>
  isModerator(viewer) ? yes : no('Only moderators can write news.');

/** Every user may dismiss news. */
export const mayDismissNews = (viewer: Viewer): Verdict =>
  viewer.userId > 0 ? yes : no('Sign in to dismiss news.');

/** Whether a change concerns another user's news: it then needs a reason, and the author is notified. */
export const isOthersNews = (viewer: Viewer, news: { readonly user_id: number }): boolean =>
  viewer.userId !== news.user_id;
