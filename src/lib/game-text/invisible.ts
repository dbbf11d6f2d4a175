/** Code points that are not drawn, some of which count as letters: fillers, joiners, variation selectors, tags, the braille blank. */
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800]/u;

/** True if part of the text is invisible, so that two texts that look the same may differ. */
export const hasInvisible = (text: string): boolean => invisible.test(text);

/** The text without invisible characters, for names from files. */
export const withoutInvisible = (text: string): string =>
  text.replace(/[\p{Default_Ignorable_Code_Point}\u2800]+/gu, '');

/** Code points of which a reader sees nothing, except white space: also format and control characters and the braille blank. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]|(?!\s)\p{Cc}/gu;

/**
 * What a reader sees of a text: without characters that are not drawn, and without white space at both ends. Empty if the text
 * shows nothing. Only for checks such as a minimum length; the text itself is stored with its joiners and variation selectors,
 * which emoji need.
 */
export const shownText = (text: string): string => text.replace(unseen, '').trim();
