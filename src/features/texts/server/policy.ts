import { isModerator } from '#lib/codes/level.ts';
import { conflict, no, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { HeldState } from '../held.ts';

/** Held texts are for people with an account. */
export const mayHaveHeldTexts = ({ accountId }: Viewer): Verdict =>
  accountId === null ? no('Sign in to see your texts.') : yes;

/** The author and the crew read a text that is not published. */
export const mayReadHeld = (viewer: Viewer, { userId }: { readonly userId: number }): boolean =>
  (viewer.userId !== 0 && viewer.userId === userId) || isModerator(viewer);

/** The author withdraws a text while it waits. */
export function mayWithdraw(
  viewer: Viewer,
  { userId, state }: { readonly userId: number; readonly state: HeldState },
): Verdict {
  if (viewer.userId !== userId) return no('Only the author can take back this text.');
  return state === 'waiting' ? yes : conflict('This text is no longer waiting.');
}
