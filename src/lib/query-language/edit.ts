import { keyFinder, type QueryKeys } from './keys.ts';
import { quotedInList } from './quoting.ts';
import { tokenizeQuery, type ValuePart } from './tokens.ts';

/** The values typed after a key, as in the text: the last one counts, as in parseQuery. */
export function valueText(query: string, keys: QueryKeys, name: string): string {
  const token = termsOf(query, keys, name).at(-1);
  return token ? query.slice(token.start + token.key.length + 1, token.end) : '';
}

/**
 * The query with another value after a key; '' removes the key. The rest stays as typed: the new value replaces the last one
 * of the key, or is appended.
 */
export function withValueText(query: string, keys: QueryKeys, name: string, value: string): string {
  const terms = termsOf(query, keys, name);
  const term = value === '' ? '' : `${name}:${value}`;
  if (terms.length === 0) return [query.trim(), term].filter((part) => part !== '').join(' ');
  let text = query;
  for (const [index, token] of [...terms.entries()].reverse()) {
    const isLast = index === terms.length - 1;
    const before = text.slice(0, token.start).trimEnd();
    const after = text.slice(token.end).trimStart();
    text = [before, isLast ? term : '', after].filter((part) => part !== '').join(' ');
  }
  return text;
}

function termsOf(query: string, keys: QueryKeys, name: string) {
  const findKey = keyFinder(keys);
  return tokenizeQuery(query, (typed) => findKey(typed) !== null).tokens.flatMap((token) =>
    token.kind === 'term' && findKey(token.key) === name ? [token] : [],
  );
}

/** Whether an entry of a comma list is included, excluded, or neither. */
export type EntryState = 'in' | 'out' | null;

/** The entries of a comma list, as typed after a key. */
const partsOf = (value: string): readonly ValuePart[] => {
  const token = tokenizeQuery(`x:${value}`, () => true).tokens[0];
  return token?.kind === 'term' ? token.parts : [];
};

const plain = (word: string) => word.toLowerCase().replace(/[\s_-]+/g, '');
const namesEntry = (words: readonly string[]) => (part: ValuePart) =>
  words.some((word) => plain(word) === plain(part.text));

/** The state of an entry in a comma list; `words` are all its spellings. */
export function entryState(value: string, words: readonly string[]): EntryState {
  const part = partsOf(value).findLast(namesEntry(words));
  return part ? (part.isNegated ? 'out' : 'in') : null;
}

/** The comma list with an entry included, excluded or removed. */
export function withEntry(value: string, words: readonly [string, ...string[]], state: EntryState): string {
  const isIt = namesEntry(words);
  const others = partsOf(value)
    .filter((part) => part.text !== '' && !isIt(part))
    .map((part) => `${part.isNegated ? '!' : ''}${quotedInList(part.text)}`);
  const own = quotedInList(words[0]);
  return [...others, ...(state === null ? [] : [state === 'in' ? own : `!${own}`])].join(',');
}

/** The two ends of a range as typed: `30s` is both ends. */
export function rangeEnds(value: string): readonly [from: string, to: string] {
  const [from = '', to = from] = value.split('...');
  return [from, to];
}

/** A range as typed; '' if both ends are open. */
export function rangeText(from: string, to: string): string {
  const [first, last] = [from.trim(), to.trim()];
  if (first === '' && last === '') return '';
  return first === last ? first : `${first}...${last}`;
}
