import { isModerator, Level } from '#lib/codes/level.ts';
import { conflict, no, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { Viewer } from '#platform/viewer.ts';

/** The facts about a board that the rules need. */
export interface BoardFacts {
  readonly readLevel: number;
  readonly writeLevel: number;
  readonly replyLevel: number;
}

/** The facts about a thread that the rules need. */
export interface ThreadFacts {
  readonly userId: number;
  readonly isLocked: boolean;
  readonly lockedByCrew: boolean;
  readonly mergedInto: number | null;
  readonly board: BoardFacts;
}

export function maySignedIn(viewer: Viewer): Verdict {
  return viewer.level >= Level.basic ? yes : no('Sign in to write in the forum.');
}

/** New threads need a confirmed account; on some boards the crew starts them. */
export function mayStartThread(viewer: Viewer, board: BoardFacts): Verdict {
  if (viewer.level < Level.basic) return no('Sign in to start a thread.');
  if (viewer.level >= board.writeLevel) return yes;
  if (board.writeLevel >= Level.moderator) return no('Only moderators start threads on this board.');
  return no('Confirm your e-mail address to start threads.');
}

/** Everyone who is signed in may reply where the board allows it; only moderators reply in a locked thread. */
export function mayReply(viewer: Viewer, thread: ThreadFacts): Verdict {
  if (viewer.level < Level.basic) return no('Sign in to reply.');
  if (viewer.level < thread.board.replyLevel) return no('Only moderators write on this board.');
  if (thread.mergedInto !== null) return conflict('This thread was merged into another one.');
  if (thread.isLocked && !isModerator(viewer)) return conflict('This thread is locked.');
  return yes;
}
