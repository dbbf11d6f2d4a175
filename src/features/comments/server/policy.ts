import { isModerator, Level } from '#lib/codes/level.ts';
import { conflict, no, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { Viewer } from '#platform/viewer.ts';
import { awardAccountAgeMs, awardsPerDay, awardWithdrawMs, maxReplies } from '../model.ts';

/** The facts about a text that the rules need. */
export interface CommentFacts {
  readonly userId: number;
  readonly isAward: boolean;
  readonly commentAt: Date;
  readonly isDeleted: boolean;
}

/** The facts about the giver of an award that the rules need. */
export interface GiverFacts {
  readonly accountAgeMs: number;
  /** awards given within the last 24 hours, withdrawn ones included */
  readonly givenLately: number;
  readonly hasAwarded: boolean;
}

/** The facts about a track that these rules need. */
export interface AwardedTrack {
  readonly isPublic: boolean;
  readonly isBeta: boolean;
  readonly isAuthor: boolean;
  readonly isInvited: boolean;
}

const isOwn = (viewer: Viewer, comment: CommentFacts) =>
  viewer.userId !== 0 && viewer.userId === comment.userId;

/** Signed-in users who can see the track may comment on it. */
export function mayComment(viewer: Viewer): Verdict {
  return viewer.level >= Level.basic ? yes : no('Sign in to write a comment.');
}

/** One award per user and track, given by a confirmed account of some age to another user's public track. */
export function mayAward(viewer: Viewer, track: AwardedTrack, giver: GiverFacts): Verdict {
  if (viewer.level < Level.basic) return no('Sign in to give an award.');
  if (track.isAuthor || track.isInvited) return no('You can’t award your own track.');
  if (!track.isPublic) return no('You can’t award a hidden track.');
  if (track.isBeta) return no('You can’t award a beta track until it’s released.');
  if (giver.hasAwarded) return conflict('You’ve already given this track an award.');
  if (viewer.level < Level.standard) return no('Confirm your email to give awards.');
  if (giver.accountAgeMs < awardAccountAgeMs)
    return no('You can give awards from 24 hours after you sign up.');
  const most = awardsPerDay(giver.accountAgeMs);
  return giver.givenLately < most ? yes : no(`You can give ${most} awards in 24 hours.`);
}

/** Only the author, also of an award, at any time. */
export function mayEdit(viewer: Viewer, comment: CommentFacts): Verdict {
  if (comment.isDeleted) return no('This comment has been removed.');
  return isOwn(viewer, comment) ? yes : no('Only the author of this comment can change it.');
}

export function mayReply(viewer: Viewer, comment: Pick<CommentFacts, 'isDeleted'>): Verdict {
  if (comment.isDeleted) return no('This comment has been removed.');
  return viewer.level >= Level.basic ? yes : no('Sign in to reply.');
}

/** What a form of /commentupdate is about, as far as the rules need it. */
export type WriteFacts =
  | { readonly is: 'change'; readonly comment: CommentFacts }
  | { readonly is: 'award'; readonly awarded: AwardedTrack; readonly giver: GiverFacts }
  | { readonly is: 'comment' }
  | {
      readonly is: 'reply';
      readonly answered: Pick<CommentFacts, 'isDeleted'>;
      /** how many the conversation has already */
      readonly replies: number;
    };

/** The whole rule of writing: something new, a reply, an award, or a change. */
export function mayWrite(viewer: Viewer, facts: WriteFacts): Verdict {
  if (facts.is === 'change') return mayEdit(viewer, facts.comment);
  if (facts.is === 'award') return mayAward(viewer, facts.awarded, facts.giver);
  if (facts.is === 'comment') return mayComment(viewer);
  const verdict = mayReply(viewer, facts.answered);
  if (!verdict.ok || facts.replies < maxReplies) return verdict;
  return conflict(`This thread is full. Start a new comment.`);
}

/** The author (awards: within 24 hours), and moderators at any time. */
export function mayDelete(viewer: Viewer, comment: CommentFacts, now: Date): Verdict {
  if (comment.isDeleted) return conflict('This comment has been removed.');
  if (isModerator(viewer)) return yes;
  if (!isOwn(viewer, comment)) return no('Only the author of this comment can remove it.');
  const isLate = now.getTime() - comment.commentAt.getTime() > awardWithdrawMs;
  return comment.isAward && isLate ? no('You can only take back an award within 24 hours.') : yes;
}

/** Removing another user's text is moderation: it requires a reason, and the author is notified. */
export const isModeration = (viewer: Viewer, comment: CommentFacts) => !isOwn(viewer, comment);
