/** Code points that are not drawn, some of which count as letters: fillers, joiners, variation selectors, tags. */
const invisible = /\p{Default_Ignorable_Code_Point}/u;

/** True if part of the text is invisible, so that two texts that look the same may differ. */
export const hasInvisible = (text: string): boolean => invisible.test(text);

/** The text without invisible characters, for names from files. */
export const withoutInvisible = (text: string): string =>
  text.replace(/\p{Default_Ignorable_Code_Point}+/gu, '');
