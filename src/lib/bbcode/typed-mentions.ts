import { splitAddresses } from './links.ts';
import { scanMessage } from './scan.ts';
import { TAGS } from './tags.ts';

/** At most this many `@` of a text are read as mentions. */
export const maxTypedMentions = 50;
const longestName = 30;

/** An `@` that may mention a user, and what may be the name after it, the longest first. */
export interface TypedMention {
  readonly at: number;
  readonly names: readonly string[];
}

/** An `@` that follows no word, so that mail addresses are left alone. */
const AT = /(?<![\p{L}\p{M}\p{N}_.@/])@(?=[^\s@])/gu;
/** A character that continues a word. A name ends before all others. */
const WORD = /[\p{L}\p{M}\p{N}_]/u;

/** Each `@` that may mention a user: outside of tags, of what they take as it is, such as code, and of web addresses. */
export function typedMentions(text: string): readonly TypedMention[] {
  const mentions: TypedMention[] = [];
  const isTaken = takenIn(text);
  for (const { index } of text.matchAll(AT)) {
    if (isTaken(index)) continue;
    const names = namesAfter(text, index + 1);
    if (names.length > 0) mentions.push({ at: index, names });
    if (mentions.length === maxTypedMentions) break;
  }
  return mentions;
}

/** Names have single spaces and no breaks. */
function namesAfter(text: string, start: number): readonly string[] {
  const letters = [...text.slice(start, start + 2 * longestName + 2)];
  const names: string[] = [];
  let name = '';
  for (const [place, letter] of letters.slice(0, longestName).entries()) {
    if (letter === '\n' || letter === '@') break;
    name += letter;
    const next = letters[place + 1] ?? '';
    const isEnd = !(WORD.test(letter) && WORD.test(next)) && !/\p{M}/u.test(next);
    if (isEnd && letter !== ' ' && place > 0) names.push(name);
  }
  return names.reverse();
}

/** Whether a place is in a tag, in the content of one that is taken as it is, or in an address. Asked in ascending order. */
function takenIn(text: string): (place: number) => boolean {
  const ranges: (readonly [number, number])[] = [];
  const scanner = scanMessage(text);
  for (let piece = scanner.next(); piece !== null; piece = scanner.next()) {
    if (piece.kind !== 'open') continue;
    const { at, raw, tag } = piece;
    const takesBody = TAGS.get(tag)?.does === 'verbatim' || tag === 'url';
    const body = takesBody ? (scanner.takeUntilClose(tag) ?? '') : '';
    ranges.push([at, at + raw.length + body.length]);
  }
  let from = 0;
  for (const part of splitAddresses(text)) {
    if (part.isAddress) ranges.push([from, from + part.text.length]);
    from += part.text.length;
  }
  ranges.sort(([a], [b]) => a - b);
  let next = 0;
  let takenUntil = 0;
  return (place) => {
    for (let range = ranges[next]; range && range[0] <= place; range = ranges[++next])
      takenUntil = Math.max(takenUntil, range[1]);
    return place < takenUntil;
  };
}

/** The text with each `@name` of a known user as a reference; of several names, the longest counts. */
export function withReferences(text: string, ids: ReadonlyMap<string, number>): string {
  let written = '';
  let from = 0;
  for (const { at, names } of typedMentions(text)) {
    const name = names.find((one) => ids.has(one));
    if (name === undefined || at < from) continue;
    written += `${text.slice(from, at)}[user]${ids.get(name)}[/user]`;
    from = at + 1 + name.length;
  }
  return written + text.slice(from);
}

/** The users that a text refers to, each once. */
export const referredUsers = (text: string): readonly number[] => [
  ...new Set([...text.matchAll(USER)].map(([, id]) => Number(id))),
];

const USER = /\[user\]([1-9]\d{0,9})\[\/user\]/g;

/** The text as it is typed: references to known users as `@name`. */
export const withNames = (text: string, names: ReadonlyMap<number, string>): string =>
  text.replace(USER, (reference, id: string) => {
    const name = names.get(Number(id));
    return name === undefined ? reference : `@${name}`;
  });
