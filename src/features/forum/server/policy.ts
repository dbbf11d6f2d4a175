import { isModerator, Level } from '#lib/codes/level.ts';
import { conflict, no, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { Viewer } from '#platform/viewer.ts';
import { ownDeleteMs } from '../model.ts';

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
  return viewer.level >= Level.basic ? yes : no('Sign in to post in the forum.');
}

/** New threads need a confirmed account; on some boards the crew starts them. */
export function mayStartThread(viewer: Viewer, board: Pick<BoardFacts, 'writeLevel'>): Verdict {
  if (board.writeLevel >= Level.moderator && viewer.level < board.writeLevel)
    return no('Only moderators can start threads on this board.');
  if (viewer.level < Level.basic) return no('Sign in to start a thread.');
  if (viewer.level >= board.writeLevel) return yes;
  return no('Confirm your email to start threads.');
}

/** Everyone who is signed in may reply where the board allows it; only moderators reply in a locked thread. */
export function mayReply(viewer: Viewer, thread: ThreadFacts): Verdict {
  if (viewer.level < Level.basic) return no('Sign in to reply.');
  if (viewer.level < thread.board.replyLevel) return no('Only moderators can post on this board.');
  if (thread.mergedInto !== null) return conflict('This thread was merged into another one.');
  if (thread.isLocked && !isModerator(viewer)) return conflict('This thread is locked.');
  return yes;
}

/** The facts about a post that the rules need. */
export interface PostFacts {
  readonly userId: number;
  readonly postedAt: Date;
  readonly isDeleted: boolean;
  readonly deletedByCrew: boolean;
  /** the author closed their account */
  readonly authorLeft: boolean;
  /** the last post of its thread */
  readonly isLast: boolean;
}

const isOwn = (viewer: Viewer, { userId }: { readonly userId: number }) =>
  viewer.userId !== 0 && viewer.userId === userId;

/** Acts on what others wrote are moderation: they require a reason, and the author is notified. */
export const isModeration = (viewer: Viewer, subject: { readonly userId: number }): boolean =>
  !isOwn(viewer, subject);

/** Only the author, at any time; not in a locked thread. */
export function mayEditPost(viewer: Viewer, post: PostFacts, thread: ThreadFacts): Verdict {
  if (post.isDeleted) return conflict('This post was deleted.');
  if (!isOwn(viewer, post)) return no('Only the author of this post can change it.');
  if (thread.isLocked && !isModerator(viewer)) return conflict('This thread is locked.');
  return yes;
}

/** Moderators at any time; authors within an hour, while nobody has replied. */
export function mayDeletePost(viewer: Viewer, post: PostFacts, thread: ThreadFacts, now: Date): Verdict {
  if (post.isDeleted) return conflict('This post was deleted.');
  if (isModerator(viewer)) return yes;
  if (!isOwn(viewer, post)) return no('Only the author of this post can delete it.');
  if (thread.isLocked) return conflict('This thread is locked.');
  if (!post.isLast) return conflict('You can only delete the last post of a thread. You can edit this one.');
  const isLate = now.getTime() - post.postedAt.getTime() > ownDeleteMs;
  return isLate ? conflict('You can only delete a post within 60 minutes. You can edit this one.') : yes;
}

/** Moderators restore what moderators deleted. */
export function mayRestorePost(viewer: Viewer, post: PostFacts): Verdict {
  if (!isModerator(viewer)) return no('Only moderators can restore posts.');
  if (!post.isDeleted) return conflict('This post isn’t deleted.');
  if (post.authorLeft) return conflict('The author closed their account.');
  return post.deletedByCrew ? yes : no('The author deleted this post.');
}

/** The author and the crew read what a post said before it was edited. */
export function mayReadEdits(viewer: Viewer, post: { readonly userId: number }): Verdict {
  if (isOwn(viewer, post) || isModerator(viewer)) return yes;
  return no('Only the author of this post and moderators can see its earlier texts.');
}

/** Moderators may lock any thread; other users those they started, unless a moderator locked them. */
export function mayLockThread(viewer: Viewer, thread: ThreadFacts): Verdict {
  if (viewer.level < Level.basic) return no('Sign in to lock threads.');
  if (thread.mergedInto !== null) return conflict('This thread was merged into another one.');
  if (isModerator(viewer)) return yes;
  const isStarter = isOwn(viewer, thread) && viewer.level >= thread.board.writeLevel;
  if (!isStarter) return no('Only moderators and the player who started this thread can lock it.');
  if (thread.isLocked && thread.lockedByCrew) return no('A moderator locked this thread.');
  return yes;
}

/** Pinning, moving and merging. */
export function mayManageThreads(viewer: Viewer): Verdict {
  return isModerator(viewer) ? yes : no('Only moderators can do this.');
}

export function mayManageThread(viewer: Viewer, thread: ThreadFacts): Verdict {
  if (thread.mergedInto !== null) return conflict('This thread was merged into another one.');
  return mayManageThreads(viewer);
}

/** The last merge of a thread can be undone. */
export function mayUnmerge(viewer: Viewer, thread: ThreadFacts): Verdict {
  if (thread.mergedInto === null) return conflict('This thread wasn’t merged.');
  return mayManageThreads(viewer);
}
