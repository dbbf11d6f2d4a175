/** Words that begin with a vowel's sound, as far as spelling tells: `an Island`, `an unknown`, but `a user`, `a United`. */
const vowelSound = /^(?:[aeio]|u(?!s[aeiu]|ni))/i;

/** A word with its indefinite article: `an Island`, `a Bay`. */
export const withArticle = (word: string): string => `${vowelSound.test(word) ? 'an' : 'a'} ${word}`;
