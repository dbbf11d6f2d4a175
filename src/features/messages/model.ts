import { countCharacters, withoutFormatting } from '#lib/bbcode/typed.ts';
import { dayMs, hourMs, minuteMs } from '#lib/codes/durations.ts';
import { shownText } from '#lib/game-text/invisible.ts';

/** Members of a conversation, not counting those who left. */
export const maxMembers = 20;
/** Minimum and maximum number of characters. Characters and tags that show nothing count only for the maximum. */
export const subjectLength = { least: 1, most: 100 } as const;
export const textLength = { least: 1, most: 8000 } as const;

/** Messages on a page of a conversation, and conversations on a page of a box. */
export const messagesOnPage = 40;
export const conversationsOnPage = 40;
export const resultsOnPage = 40;

/** How long senders can delete a message. */
export const deleteWithinMs = 15 * minuteMs;

const newAccountMs = 7 * dayMs;

/** What a user may start within 24 hours: conversations, and other users added to them. Less for new accounts. */
export const perDay = (accountAgeMs: number) =>
  accountAgeMs < newAccountMs ? { conversations: 5, recipients: 20 } : { conversations: 30, recipients: 100 };
export const perDayMs = dayMs;

/** Limits on the messages of one user in all conversations. */
export const paces = [
  { most: 10, withinMs: minuteMs, words: 'a minute' },
  { most: 120, withinMs: hourMs, words: 'an hour' },
  { most: 500, withinMs: dayMs, words: 'a day' },
] as const;

/** The same text twice in a row, or the same conversation started twice, within this time is a repeated click. */
export const sameTextMs = 10 * minuteMs;

/** Who may start a conversation with a user. */
export const acceptances = {
  everyone: { label: 'Everyone', hint: 'except players you’ve blocked' },
  known: { label: 'Players I know', hint: 'your favourites, and players you’ve written to' },
  nobody: { label: 'Nobody', hint: 'you can still start conversations' },
} as const;
export type Acceptance = keyof typeof acceptances;
export const acceptanceKeys = Object.keys(acceptances) as [Acceptance, ...Acceptance[]]; // the keys of the table above
export const isAcceptance = (text: string | undefined): text is Acceptance =>
  acceptanceKeys.some((key) => key === text);

/** Where a viewer keeps conversations: the `inboxId` of PUT /togglepmthreadviewstate. */
export const boxes = { inbox: 0, archive: 1 } as const;
export type Box = keyof typeof boxes;

/** Why a text cannot be sent, as a sentence; null if it can. The same in the browser and on the server. */
export function textMistake(text: string): string | null {
  const length = countCharacters(text);
  if (length > textLength.most)
    return `Your message has ${length} characters. Use at most ${textLength.most}.`;
  return countCharacters(shownText(withoutFormatting(text))) < textLength.least
    ? 'Write something first.'
    : null;
}

/** "Ann", "Ann and Bo", "Ann, Bo and Cy". */
export const enumerated = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** The reason why users cannot be written to: the same whether they blocked the sender or accept fewer messages. */
export const notAccepted = (names: readonly string[]): string =>
  `${enumerated(names)} ${names.length === 1 ? 'does' : 'do'} not accept messages from you.`;

export const deletedText = 'Message deleted.';
export const blockedText = 'A message by a player you blocked.';

/** Why acts of moderators on messages cannot be undone. */
export const irreversible = {
  'message.delete': 'The text of a deleted message isn’t stored.',
  'message.official': 'You can’t unsend a message.',
} as const;
