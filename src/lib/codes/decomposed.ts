// The stream-safe text format of UAX #15 has the same limit. Half-width voicing marks are letters that decompose into marks.
const tooManyMarks = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * The compatibility decomposition (NFKD) of a text from outside. Marks are sorted one by one, so that a letter with thousands of
 * them would take quadratic time: only the first 30 in a row remain.
 */
export const decomposed = (text: string): string => text.replace(tooManyMarks, '$1').normalize('NFKD');
