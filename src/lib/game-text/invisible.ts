/** Code points that are drawn as nothing, some of which count as letters: fillers, joiners, variation selectors, tags. */
const invisible = /\p{Default_Ignorable_Code_Point}/u;

/** True if a reader cannot see all of the text, so that two texts that look the same may differ. */
export const hasInvisible = (text: string): boolean => invisible.test(text);

/** The text without its invisible characters: for names that come from files. */
export const withoutInvisible = (text: string): string =>
  text.replace(/\p{Default_Ignorable_Code_Point}+/gu, '');
