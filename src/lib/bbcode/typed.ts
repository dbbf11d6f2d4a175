import { wellFormed } from '#lib/codes/text.ts';

/**
 * A message as it is stored: well-formed Unicode, line feeds as the only line breaks, no control characters except tabs,
 * trimmed. Old comments break lines with chr 31.
 */
export function cleanMessage(typed: string): string {
  return wellFormed(typed)
    .replace(/\r\n?/g, '\n')
    .replaceAll('\u001f', '\n')
    .replace(/[^\P{Cc}\n\t]+/gu, '')
    .trim();
}

/** A text within a sentence, such as the reason in a notice. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/**
 * The text without the tags that only format other text, for checks of whether it says anything: `[b][/b]` shows nothing. All other
 * tags remain, because they show something of their own: a picture, a reference, a quotation.
 */
export const withoutFormatting = (text: string): string =>
  text.replace(/\[\/?(?:b|i|u|s|color|size|align|center|list)(?:=(?:"[^"\n]*"|[^[\]\n]*))?\]/gi, '');

/** The number of characters in code points. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
