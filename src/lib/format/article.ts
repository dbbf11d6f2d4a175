/** A word with its indefinite article, chosen by its first letter: `an Island`, `a Bay`. */
export const withArticle = (word: string): string => `${/^[aeiou]/i.test(word) ? 'an' : 'a'} ${word}`;
