/** A pictograph with its skin tone and style, several of them joined, a keycap, or a flag that is spelled with tags. */
const emoji = String.raw`(?:\u{1f3f4}[\u{e0020}-\u{e007e}]{1,10}\u{e007f}|[0-9#*]\ufe0f\u20e3|\p{Extended_Pictographic}\p{Emoji_Modifier}?[\ufe0e\ufe0f]?(?:\u200d\p{Extended_Pictographic}\p{Emoji_Modifier}?[\ufe0e\ufe0f]?)*)`;
/** Signs that remove the vowel of the letter before them, in Indic scripts. */
const virama = String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca]`;
/** Joiners that change how letters are written: between Arabic letters, and next to a virama. */
const joiner = String.raw`(?<=\p{Script_Extensions=Arabic})[\u200c\u200d](?=\p{Script_Extensions=Arabic})|(?<=${virama})[\u200c\u200d]|(?<=\p{L})\u200d(?=${virama})`;

/** Sequences that need their invisible characters. */
const needed = `(?<needed>${emoji}|${joiner})`;
/** Joiners and variation selectors that change nothing. Keyboards leave them behind, for example when an emoji is deleted. */
const lone = new RegExp(String.raw`${needed}|[\u200c\u200d\ufe0e\ufe0f]`, 'gu');
/** Code points that are not drawn, some of which count as letters: fillers, joiners, variation selectors, tags, the braille blank. */
const invisible = new RegExp(String.raw`${needed}|[\p{Default_Ignorable_Code_Point}\u2800]`, 'gu');

const keepNeeded = (_: string, kept: string | undefined): string => kept ?? '';

/** The text without joiners and variation selectors that change nothing: names and titles as they are stored. */
export const withoutLoneJoiners = (text: string): string => text.replace(lone, keepNeeded);

/** The text without invisible characters, except those that emoji and letters need: for names from files. */
export const withoutInvisible = (text: string): string => text.replace(invisible, keepNeeded);

/** The first invisible character that nothing needs; null if there is none. */
function invisibleIn(text: string): string | null {
  for (const { 0: found, groups } of text.matchAll(invisible)) if (groups?.needed === undefined) return found;
  return null;
}

/** True if part of the text is invisible without need, so that two texts that look the same may differ. */
export const hasInvisible = (text: string): boolean => invisibleIn(text) !== null;

/** What people call the invisible characters that end up in names most often. */
const known: ReadonlyMap<string, string> = new Map([
  ['\u00ad', 'soft hyphen'],
  ['\u200b', 'zero width space'],
  ['\u200c', 'zero width non-joiner'],
  ['\u200d', 'zero width joiner'],
  ['\u200e', 'left-to-right mark'],
  ['\u200f', 'right-to-left mark'],
  ['\u061c', 'Arabic letter mark'],
  ['\u202a', 'left-to-right embedding'],
  ['\u202b', 'right-to-left embedding'],
  ['\u202c', 'end of embedding'],
  ['\u202d', 'left-to-right override'],
  ['\u202e', 'right-to-left override'],
  ['\u2060', 'word joiner'],
  ['\u2066', 'left-to-right isolate'],
  ['\u2067', 'right-to-left isolate'],
  ['\u2068', 'first strong isolate'],
  ['\u2069', 'end of isolate'],
  ['\u2800', 'blank braille pattern'],
  ['\u3164', 'Hangul filler'],
  ['\ufe0e', 'text style selector'],
  ['\ufe0f', 'emoji style selector'],
  ['\ufeff', 'byte order mark'],
]);

/** Why a line cannot be used, as a sentence that names the character; null if it contains no invisible one. `what`: 'The name'; '' in messages about a field. */
export function invisibleMistake(what: string, text: string): string | null {
  const found = invisibleIn(text);
  if (found === null) return null;
  const code = `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  const name = known.get(found);
  const sentence = `${what} cannot contain the invisible character ${code}${name ? ` (${name})` : ''}`;
  return what === '' ? sentence.trim() : `${sentence}.`;
}

/** Code points of which a reader sees nothing, except white space: also format and control characters and the braille blank. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]|(?!\s)\p{Cc}/gu;

/**
 * What a reader sees of a text: without characters that are not drawn, and without white space at both ends. Empty if the text
 * shows nothing. Only for checks such as a minimum length; the text itself is stored with its joiners and variation selectors,
 * which emoji need.
 */
export const shownText = (text: string): string => text.replace(unseen, '').trim();
