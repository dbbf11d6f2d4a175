/** Words that begin with the sound of a vowel, as far as the spelling shows: `an Island`, `an unknown`, but `a user`, `a United`. */
const vowelSound = /^(?:[aeio]|u(?!s[aeiu]|ni))/i;

/** A word with its indefinite article: `an Island`, `a Bay`. */
export const withArticle = (word: string): string => `${vowelSound.test(word) ? 'an' : 'a'} ${word}`;
