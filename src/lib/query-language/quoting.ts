/** Quotation marks; phones type the others instead of `"`. A text in one of them ends at the next of any kind. */
const QUOTES = /["“”„‟«»]/;

/** Whether a text begins with a quotation mark. */
export const beginsWithQuote = (text: string): boolean => QUOTES.test(text.charAt(0));

/** Text in quotes as the search box reads it: quotes and backslashes are escaped. */
export function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** Text as one value: quoted when it contains spaces or quotes, or is empty. */
export function quotedIfNeeded(text: string): string {
  return text === '' || /\s/.test(text) || QUOTES.test(text) ? quoted(text) : text;
}

/** Text as one entry of a comma list: quoted also for what the list itself uses. */
export function quotedInList(text: string): string {
  return /[,!]/.test(text) ? quoted(text) : quotedIfNeeded(text);
}
