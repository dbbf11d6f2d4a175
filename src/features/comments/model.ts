import { cleanMessage, countCharacters, withoutFormatting } from '#lib/bbcode/typed.ts';
import { dayMs, hourMs, minuteMs } from '#lib/codes/durations.ts';
import { shownText } from '#lib/game-text/invisible.ts';

/** Kinds of texts on a track: an award is a comment that gives the track a trophy. */
export const commentKinds = ['comment', 'award'] as const;
export type CommentKind = (typeof commentKinds)[number];

/** Minimum and maximum length of a text in characters. Characters and tags that show nothing count only for the maximum. */
export const textLength = { comment: { least: 1, most: 4000 }, award: { least: 3, most: 2000 } } as const;

/** Comments on a page. */
export const commentsOnPage = 10;
/** Replies shown before the rest collapses. */
export const repliesShown = 2;
/** Maximum number of replies; longer conversations need a new comment. */
export const maxReplies = 200;

/** Minimum account age for giving awards, so that accounts are not created just for one. */
export const awardAccountAgeMs = dayMs;
/** How long users may withdraw their award. */
export const awardWithdrawMs = dayMs;
/** Edits in the first minutes fix typos and are not marked. */
const quietEditMs = 5 * minuteMs;

/** How many awards a user may give within 24 hours: fewer for new accounts. */
export const awardsPerDay = (accountAgeMs: number) => (accountAgeMs < 30 * dayMs ? 10 : 30);
export const awardsDayMs = dayMs;

/** Limits on the texts of one user, including awards and replies. */
export const paces = [
  { most: 6, withinMs: minuteMs, words: 'a minute' },
  { most: 60, withinMs: hourMs, words: 'an hour' },
  { most: 200, withinMs: dayMs, words: 'a day' },
] as const;

/** The same text on the same track by the same user within this time is a repeated click, or spam. */
export const sameWordsMs = dayMs;

/** Shown in place of a removed text. */
export const removedWords = 'Comment has been removed.';
/** Shown in place of a text by a user whom the viewer blocked. */
export const blockedWords = 'A comment by a player you blocked.';

/** Awards without text for the author count as spam. */
const emptyPraise = /^[+\d\s\p{P}\p{S}]*$/u;

export { cleanMessage as cleanText };

/** Why a text cannot be posted, as a sentence; null if it can. The same in the browser and on the server. */
export function textMistake(kind: CommentKind, text: string): string | null {
  const length = countCharacters(text);
  const { least, most } = textLength[kind];
  if (length > most) return `Your text has ${length} characters. Use at most ${most}.`;
  const shown = shownText(withoutFormatting(text));
  const isTooShort = countCharacters(shown) < least;
  if (kind === 'comment') return isTooShort ? 'Write something first.' : null;
  if (isTooShort || emptyPraise.test(shown)) return 'Tell the author what you liked.';
  return null;
}

/** Whether a text is marked as edited. */
export const isEdited = (writtenAt: Date, updatedAt: Date) =>
  updatedAt.getTime() - writtenAt.getTime() > quietEditMs;

/** What the page and the dialog say before a comment or an award is removed. `isModeration`: it is another user's. */
export const removalTexts = (isAward: boolean, isModeration: boolean) => ({
  title:
    isAward && !isModeration ? 'Take back your award' : `Delete ${isAward ? 'this award' : 'this comment'}`,
  about: isAward ? 'This removes the award and its text.' : 'This removes the text. Replies stay.',
  reasonHint: 'The author is notified, and the reason is recorded in the moderation log.',
  button: isAward && !isModeration ? 'Take back award' : 'Delete',
});
