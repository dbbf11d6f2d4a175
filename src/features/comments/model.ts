import { cleanMessage, countCharacters } from '#lib/bbcode/typed.ts';
import { dayMs, hourMs, minuteMs } from '#lib/codes/durations.ts';

/** What can be written on a track: an award is a comment with a trophy. */
export const remarkKinds = ['comment', 'award'] as const;
export type RemarkKind = (typeof remarkKinds)[number];

/** Minimum and maximum length of a text in characters. */
export const textLength = { comment: { least: 1, most: 4000 }, award: { least: 3, most: 2000 } } as const;

/** Comments on a page. */
export const remarksOnPage = 10;
/** Replies shown before the rest collapses. */
export const repliesShown = 2;
/** A conversation longer than this belongs into a comment of its own, and on a page of its own. */
export const mostReplies = 200;

/** Awards want an account of this age, so that nobody makes one for the sake of one award. */
export const awardAccountAgeMs = dayMs;
/** A giver may take an award back this long. */
export const awardWithdrawMs = dayMs;
/** Changes in the first minutes are the mending of typos: no mark. */
const quietEditMs = 5 * minuteMs;

/** How many awards somebody may give within 24 hours: few as a newcomer. */
export const awardsPerDay = (accountAgeMs: number) => (accountAgeMs < 30 * dayMs ? 10 : 30);
export const awardsDayMs = dayMs;

/** How much one person may write, awards and replies included: room for a lively talk, none for a flood. */
export const paces = [
  { most: 6, withinMs: minuteMs, words: 'a minute' },
  { most: 60, withinMs: hourMs, words: 'an hour' },
  { most: 200, withinMs: dayMs, words: 'a day' },
] as const;

/** Exactly the same words on the same track by the same person within this time are a second click, or spam. */
export const sameWordsMs = dayMs;

/** What stands where a removed text was. */
export const removedWords = 'Comment has been removed.';

/** Awards without text for the author count as spam. */
const emptyPraise = /^[+\d\s\p{P}\p{S}]*$/u;

export { cleanMessage as cleanText };

/** Why a text cannot be posted, as a sentence; null when it can. The same in the browser and on the server. */
export function textMistake(kind: RemarkKind, text: string): string | null {
  const length = countCharacters(text);
  const { least, most } = textLength[kind];
  if (length > most) return `The text has ${length} characters; at most ${most} are allowed.`;
  if (kind === 'comment') return length < least ? 'Write something first.' : null;
  if (length < least || emptyPraise.test(text))
    return 'Say in a few words what you liked: the author reads them.';
  return null;
}

/** Whether the mark "edited" stands beside a text. */
export const isEdited = (writtenAt: Date, updatedAt: Date) =>
  updatedAt.getTime() - writtenAt.getTime() > quietEditMs;
