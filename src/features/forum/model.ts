import { cleanMessage, countCharacters, withoutFormatting } from '#lib/bbcode/typed.ts';
import { dayMs, hourMs, minuteMs } from '#lib/codes/durations.ts';
import { invisibleMistake, shownText, withoutLoneJoiners } from '#lib/game-text/invisible.ts';

/** A post as shown in its thread. */
export interface ShownPost {
  postId: number;
  /** its place in the thread; it does not change when other posts are deleted */
  number: number;
  /** safe HTML; null: written by a user whom the viewer blocked */
  html: string | null;
  postedAt: Date;
  updatedAt: Date;
  user: { UserId: number; Name: string; CustomUrl: string | null; Tint: number };
}

/** Minimum and maximum number of characters. Characters and tags that show nothing count only for the maximum. */
export const titleLength = { least: 3, most: 100 } as const;
export const postLength = { least: 2, most: 20_000 } as const;

export const postsOnPage = 20;

/** How long users must wait between two posts. */
export const betweenPostsMs = 15_000;
/** Posts of one user within a day. */
export const postsPerDay = 300;
/** The same text in the same thread by the same user within this time is a repeated click, or spam. */
export const sameTextMs = dayMs;
/** How long users may delete their own post, if it is the last one. */
export const ownDeleteMs = hourMs;
/** Edits in the first minutes fix typos and are not marked. */
const quietEditMs = 5 * minuteMs;

/** A title is one line. */
export const cleanTitle = (typed: string): string =>
  withoutLoneJoiners(cleanMessage(typed)).replace(/\s+/gu, ' ').trim();

/** Why a title cannot be used, as a sentence; null if it can. */
export function titleMistake(title: string): string | null {
  const length = countCharacters(title);
  if (length > titleLength.most)
    return `Your title has ${length} characters. Use at most ${titleLength.most}.`;
  return countCharacters(shownText(title)) < titleLength.least
    ? `Use at least ${titleLength.least} visible characters for the title.`
    : invisibleMistake('The title', title);
}

/** Why a text cannot be posted, as a sentence; null if it can. The same in the browser and on the server. */
export function postMistake(text: string): string | null {
  const length = countCharacters(text);
  if (length > postLength.most) return `Your text has ${length} characters. Use at most ${postLength.most}.`;
  return countCharacters(shownText(withoutFormatting(text))) < postLength.least
    ? `Write at least ${postLength.least} visible characters.`
    : null;
}

/** Whether a post is marked as edited. */
export const isEdited = (postedAt: Date, updatedAt: Date): boolean =>
  updatedAt.getTime() - postedAt.getTime() > quietEditMs;

/** The page that shows the post with this number. Numbers never change, so posts stay on their pages. */
export const pageOfPost = (number: number): number => Math.max(1, Math.ceil(number / postsOnPage));

/** A text as a quote to reply to. */
export const asQuote = (name: string, text: string): string =>
  `[quote=${name.replace(/[[\]]/g, '')}]${withoutQuotes(text)}[/quote]\n`;

/** As the parser reads it: a bare name contains no brackets, so that a failed match ends at the next one. */
const quoteTag = /\[(\/?)quote(?:=("[^"\n]*"|[^[\]\n]*))?\]/gi;

/** The text without what it quotes. */
function withoutQuotes(text: string): string {
  let depth = 0;
  let own = '';
  let from = 0;
  for (const { 0: tag, 1: slash, index } of text.matchAll(quoteTag)) {
    if (depth === 0) own += text.slice(from, index);
    depth = slash ? Math.max(0, depth - 1) : depth + 1;
    from = index + tag.length;
  }
  return (depth === 0 ? own + text.slice(from) : own).trim();
}

/** At most this many quoted users are notified. */
const maxQuoted = 10;

/** The unique names of users whom the text quotes directly; quotes within quotes do not count. */
export function quotedNames(text: string): string[] {
  const names = new Set<string>();
  let depth = 0;
  for (const [, slash, name = ''] of text.matchAll(quoteTag)) {
    if (!slash && depth === 0 && name.trim() !== '') names.add(name.trim().replace(/^"(.*)"$/, '$1'));
    depth = slash ? Math.max(0, depth - 1) : depth + 1;
  }
  return [...names].slice(0, maxQuoted);
}
