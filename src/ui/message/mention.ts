import type { TextEdit } from './edit-text.ts';

/** The beginning of a name after an `@`. */
export interface TypedMention {
  /** where the `@` is */
  readonly from: number;
  readonly part: string;
}

/** An `@` that follows no word, so that mail addresses are left alone, and at most 40 characters of a name. */
const beforeCursor = /(?<![\p{L}\p{N}_.@])@([^\s@[\]]{1,40})$/u;

/** The mention that is being typed at the cursor; null if there is none, or something is selected. */
export function mentionAt(text: string, [start, end]: readonly [number, number]): TypedMention | null {
  if (start !== end) return null;
  const part = beforeCursor.exec(text.slice(Math.max(0, start - 60), start))?.[1];
  return part === undefined ? null : { from: start - part.length - 1, part };
}

/** Completes the name that was typed, with a space after it unless it is followed by one or by punctuation. */
export function insertMention(text: string, { from, part }: TypedMention, name: string): TextEdit {
  const to = from + part.length + 1;
  const isFollowed = /^[^\p{L}\p{M}\p{N}_]/u.test(text.slice(to));
  const insert = `@${name}${isFollowed ? '' : ' '}`;
  const at = from + insert.length;
  return { from, to, insert, select: [at, at] };
}
