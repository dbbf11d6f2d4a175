import { editedBack } from '#features/modlog/model.ts';
import { countCharacters, withoutFormatting } from '#lib/bbcode/typed.ts';
import { minuteMs } from '#lib/codes/durations.ts';
import { invisibleMistake, shownText, withoutLoneJoiners } from '#lib/game-text/invisible.ts';

/** Minimum and maximum length of a title in characters. */
export const titleLength = { least: 3, most: 100 } as const;
/** Maximum length of a message in characters. */
export const maxMessageCharacters = 10_000;
/** Edits in the first minutes fix typos and are not marked. */
const quietEditMs = 5 * minuteMs;

/** The states in which a news post can be saved, as the form names them. */
export const newsStatuses = ['published', 'scheduled', 'draft'] as const;
export type NewsStatus = (typeof newsStatuses)[number];

/** A title as it is stored: on one line. */
export const cleanTitle = (typed: string): string =>
  withoutLoneJoiners(typed.toWellFormed())
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();

/** Why a title cannot be used, as a sentence; null if it can. */
export function titleMistake(title: string): string | null {
  const length = countCharacters(title);
  if (length < titleLength.least) return `Use at least ${titleLength.least} characters for the title.`;
  if (length > titleLength.most) return `Use at most ${titleLength.most} characters for the title.`;
  return invisibleMistake('The title', title);
}

/** Why a message cannot be used, as a sentence; null if it can. */
export function messageMistake(message: string): string | null {
  const length = countCharacters(message);
  if (shownText(withoutFormatting(message)) === '') return 'Write a message first.';
  return length > maxMessageCharacters
    ? `Your message has ${length} characters. Use at most ${maxMessageCharacters}.`
    : null;
}

/** The facts about a stored news post from which its status follows. */
export interface NewsDates {
  readonly published_at: Date | null;
  readonly release_at: Date | null;
}

export const statusOf = ({ published_at, release_at }: NewsDates): NewsStatus =>
  published_at !== null ? 'published' : release_at !== null ? 'scheduled' : 'draft';

/** Whether a news post is marked as edited. */
export const isEdited = (postedAt: Date, updatedAt: Date): boolean =>
  updatedAt.getTime() - postedAt.getTime() > quietEditMs;

/** Why acts of moderators on news cannot be undone. */
export const irreversible = {
  'news.edit': editedBack,
  'news.publish': 'Published news is announced to everyone. You can make it a draft again.',
  'news.unpublish': 'You can publish it again.',
} as const;
