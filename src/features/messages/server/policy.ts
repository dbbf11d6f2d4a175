import { minuteMs } from '#lib/codes/durations.ts';
import { isModerator, Level } from '#lib/codes/level.ts';
import { conflict, no, type Verdict, yes } from '#lib/rules/verdict.ts';
import type { Viewer } from '#platform/viewer.ts';
import { type Acceptance, deleteWithinMs, enumerated, maxMembers, notAccepted } from '../model.ts';

/** Signed-in users have their own conversations and no access to others', whatever their role. */
export const mayRead = (viewer: Viewer): Verdict =>
  viewer.userId === 0 ? no('Sign in to read your messages.') : yes;

export function mayWrite(viewer: Viewer): Verdict {
  if (viewer.userId === 0) return no('Sign in to write messages.');
  return viewer.level < Level.standard ? no('Confirm your email to write messages.') : yes;
}

/** A user to whom the viewer is writing. */
export interface Recipient {
  readonly userId: number;
  readonly name: string;
  readonly accepts: Acceptance;
  /** blocked the viewer */
  readonly hasBlocked: boolean;
  /** was blocked by the viewer */
  readonly isBlocked: boolean;
  readonly isFan: boolean;
  /** has written to the viewer */
  readonly hasWritten: boolean;
}

/** Whether the user accepts a new conversation, or a message in a conversation of two. */
function accepted({ accepts, hasBlocked, isFan, hasWritten }: Recipient, isReply: boolean): boolean {
  if (hasBlocked) return false;
  if (accepts === 'known') return isFan || hasWritten;
  return accepts === 'everyone' || (isReply && hasWritten);
}

/** Writing to these users. The refusal does not reveal why they accept no messages. */
export function mayWriteTo(
  viewer: Viewer,
  recipients: readonly Recipient[],
  kind: 'new' | 'reply' | 'official',
): Verdict {
  const write = mayWrite(viewer);
  if (!write.ok) return write;
  if (kind === 'official') return isModerator(viewer) ? yes : no('Only moderators can write as the crew.');
  const own = recipients.filter(({ isBlocked }) => isBlocked).map(({ name }) => name);
  if (own.length > 0) return no(`You’ve blocked ${enumerated(own)}. Unblock them to write to them.`);
  const refusing = recipients.filter((one) => !accepted(one, kind === 'reply')).map(({ name }) => name);
  return refusing.length > 0 ? no(notAccepted(refusing)) : yes;
}

/** The facts about a conversation that the rules need. */
export interface ConversationFacts {
  readonly isOfficial: boolean;
  /** the other members who have not left */
  readonly others: readonly Recipient[];
}

/**
 * In larger conversations, members only do not see messages of users they blocked. In a conversation of two, nobody would see the
 * message.
 */
export function mayReply(viewer: Viewer, { isOfficial, others }: ConversationFacts): Verdict {
  const write = mayWrite(viewer);
  if (!write.ok) return write;
  if (others.length === 0) return conflict('No one else is in this conversation.');
  return isOfficial || others.length > 1 ? yes : mayWriteTo(viewer, others, 'reply');
}

/** Adding users to a conversation; without `added`, whether there is room for one. */
export function mayAdd(
  viewer: Viewer,
  { isOfficial, others }: ConversationFacts,
  added: readonly Recipient[] | null,
  left: readonly string[] = [],
): Verdict {
  const write = mayWrite(viewer);
  if (!write.ok) return write;
  if (isOfficial) return no('You can’t add players to a crew message.');
  if (others.length + 1 + (added?.length ?? 1) > maxMembers)
    return conflict(`A conversation can have at most ${maxMembers} members.`);
  if (left.length > 0)
    return conflict(`${enumerated(left)} left this conversation and can’t be added again.`);
  return mayWriteTo(viewer, added ?? [], 'new');
}

export interface MessageFacts {
  readonly senderId: number;
  readonly sentAt: Date;
  readonly isDeleted: boolean;
  /** the viewer is in the conversation and sees the message */
  readonly isSeen: boolean;
  /** a report about it is undecided */
  readonly isReported: boolean;
}

/** Senders delete their messages shortly after sending, moderators reported ones of others. */
export function mayDelete(viewer: Viewer, message: MessageFacts, now: Date): Verdict {
  if (message.isDeleted) return conflict('This message was already deleted.');
  if (isModeration(viewer, message)) return yes;
  if (!message.isSeen || message.senderId !== viewer.userId)
    return no('You can only delete your own messages.');
  return now.getTime() - message.sentAt.getTime() > deleteWithinMs
    ? no(`You can only delete a message within ${deleteWithinMs / minuteMs} minutes.`)
    : yes;
}

/** Whether a deletion is an act of moderation. */
export const isModeration = (viewer: Viewer, { senderId, isReported }: MessageFacts): boolean =>
  isModerator(viewer) && isReported && senderId !== viewer.userId;
