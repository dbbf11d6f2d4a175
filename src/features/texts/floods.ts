import { dayMs, minuteMs } from '#lib/codes/durations.ts';
import { foldLetters } from '#lib/game-text/fold.ts';
import { lettersOf } from './words.ts';

/** A text that a person wrote, wherever. */
export interface WrittenText {
  /** the thing it was written on, such as "tmnf track 5" */
  readonly place: string;
  /** at least its first `comparedLength` characters */
  readonly text: string;
  readonly at: Date;
}

/** This many texts within this time are a flood. Ordinary conversation stays far below. */
export const floods = [
  { texts: 12, withinMs: 10 * minuteMs, words: '10 minutes' },
  { texts: 60, withinMs: 4 * 60 * minuteMs, words: '4 hours' },
] as const;
/** The same text on this many things within a day. */
export const samePlaces = 3;
const sameWithinMs = dayMs;
/** Texts that begin with the same characters count as the same: hundreds of long texts may have to be compared. */
export const comparedLength = 1000;
/** Shorter texts ("Nice track, thanks!") are repeated without harm. */
const shortestRepeated = 25;

/** Something that moderators should check. Nothing happens to the writer. */
export interface TextHint {
  /** one hint of each key per person and case */
  readonly key: string;
  /** 1 to 100; higher ones come first in the queue */
  readonly score: number;
  /** one sentence for moderators */
  readonly text: string;
}

/** A flood that ends now; null if there is none. `at`: when the texts of one person were written. */
export function floodHint(at: readonly Date[], now: Date): TextHint | null {
  for (const { texts, withinMs, words } of floods) {
    const since = now.getTime() - withinMs;
    const count = at.filter((then) => then.getTime() > since && then <= now).length;
    if (count >= texts)
      return {
        key: 'flood',
        score: capped(20 + 2 * (count - texts)),
        text: `${count} texts within ${words}.`,
      };
  }
  return null;
}

/** The same text on several things; null if the last text of the person is not such a text. */
export function repetitionHint(written: readonly WrittenText[], now: Date): TextHint | null {
  const last = written.reduce<WrittenText | null>(
    (newest, one) => (newest && newest.at >= one.at ? newest : one),
    null,
  );
  const key = last && repeatedKey(last.text);
  if (!last || !key) return null;
  const since = now.getTime() - sameWithinMs;
  const places = new Set(
    written
      .filter(({ text, at }) => at.getTime() > since && at <= now && repeatedKey(text) === key)
      .map(({ place }) => place),
  );
  if (places.size < samePlaces) return null;
  return {
    key: 'same text',
    score: capped(30 + 5 * (places.size - samePlaces)),
    text: `The same text in ${places.size} places within a day.`,
  };
}

/** Equal for texts that begin in the same way for readers; null for short ones. */
function repeatedKey(text: string): string | null {
  const key = foldLetters(lettersOf(text.slice(0, comparedLength))).replace(/[^\p{L}\p{N}]+/gu, '');
  return [...key].length < shortestRepeated ? null : key;
}

/** The hint about listed words in a text; null without any. */
export const wordsHint = (found: readonly string[]): TextHint | null =>
  found.length === 0
    ? null
    : {
        key: 'words',
        score: capped(30 + 10 * (found.length - 1)),
        text: `Contains ${found.length === 1 ? 'a listed word' : 'listed words'}: ${found.slice(0, 10).join(', ')}.`,
      };

const capped = (score: number): number => Math.min(100, score);
