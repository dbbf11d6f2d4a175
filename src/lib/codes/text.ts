/** The text with unpaired surrogates replaced by U+FFFD, as `toWellFormed` does, which Chrome 109 and Firefox 115 do not have. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

// The stream-safe text format of UAX #15 has the same limit. Half-width voicing marks are letters that decompose into marks.
const tooManyMarks = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * The compatibility decomposition (NFKD) of a text from outside. Marks are sorted one by one, so that a letter with thousands of
 * them would take quadratic time: only the first 30 in a row remain.
 */
export const decomposed = (text: string): string => text.replace(tooManyMarks, '$1').normalize('NFKD');

/**
 * The text without the characters at its end that equal `letter`. An expression such as `/=+$/` would start again at every one of
 * them, so that its time grows with the square of their number.
 */
export function withoutTrailing(text: string, letter: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === letter) end -= 1;
  return text.slice(0, end);
}

/** Text from a file without what the database refuses: NUL and unpaired surrogates. */
export const storable = (text: string): string => wellFormed(text).replaceAll('\0', '');

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for an element or a quoted attribute of HTML. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => entities[letter] ?? letter);
