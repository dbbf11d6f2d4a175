/** The text with unpaired surrogates replaced by U+FFFD, as `toWellFormed` does, which Chrome 109 and Firefox 115 do not have. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');
