import { keyFinder, type QueryKeys } from './keys.ts';
import type { Query } from './parse.ts';
import { beginsWithQuote, quoted } from './quoting.ts';
import { unknownKeyIn } from './tokens.ts';

/**
 * Writes a query as text: words first, then `key:value` in the order of the table. `parseQuery(printQuery(x))` gives
 * the same words and values back. A value without effect (an empty list) is not written.
 */
export function printQuery<Keys extends QueryKeys>(query: Query<Keys>, keys: Keys): string {
  const findKey = keyFinder(keys);
  const words = query.words.map((word) => (mustQuoteWord(word, findKey) ? quoted(word) : word));
  const terms = Object.entries(keys).flatMap(([name, key]) => {
    const value: unknown = query.values[name];
    const written = value === undefined ? '' : key.kind.print(value);
    return written === '' ? [] : [`${name}:${written}`];
  });
  return [...words, ...terms].join(' ');
}

/** Words are quoted if they would otherwise be read as several words or as a key. */
function mustQuoteWord(word: string, findKey: (name: string) => string | null): boolean {
  if (word === '' || /\s/.test(word) || beginsWithQuote(word)) return true;
  const name = /^([a-z][a-z0-9]*):/i.exec(word)?.[1];
  if (name !== undefined && findKey(name) !== null) return true;
  return unknownKeyIn(word, { start: 0, end: word.length }) !== null;
}
