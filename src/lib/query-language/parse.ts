import { type Issue, keyFinder, type QueryKeys, type QueryValues } from './keys.ts';
import { isSearchable } from './limits.ts';
import { type Token, tokenizeQuery, unknownKeyIn } from './tokens.ts';

/** The content of a query: free words, in order, and values by key. */
export interface Query<Keys extends QueryKeys> {
  readonly words: readonly string[];
  readonly values: QueryValues<Keys>;
}

/** A query with what is wrong in it. Values with issues are left out of `values`. */
export interface ParsedQuery<Keys extends QueryKeys> extends Query<Keys> {
  readonly issues: readonly Issue[];
  /** The pieces as typed, for colouring and completion. */
  readonly tokens: readonly Token[];
}

/**
 * Reads the text of a search box. Never throws: values that a kind cannot read are issues with their place, and so are
 * words that are too long to search for. An unknown name is an issue as well, although the text is still searched
 * for as a word. The last value of a repeated key wins; a key with nothing after its colon is still being typed and
 * filters nothing.
 */
export function parseQuery<Keys extends QueryKeys>(text: string, keys: Keys): ParsedQuery<Keys> {
  const findKey = keyFinder(keys);
  const { tokens, unclosedQuoteAt } = tokenizeQuery(text, (name) => findKey(name) !== null);
  const words: Word[] = [];
  const read = new Map<string, { value: unknown } | null>();
  const issuesByKey = new Map<string, readonly Issue[]>();

  for (const token of tokens) {
    if (token.kind === 'word') {
      words.push(token);
      continue;
    }
    const name = findKey(token.key);
    const kind = name === null ? undefined : keys[name]?.kind;
    if (name === null || !kind || token.parts.length === 0) continue;
    const reading = kind.read(token.parts);
    read.set(name, reading.ok ? { value: reading.value } : null);
    issuesByKey.set(name, reading.ok ? [] : reading.faults.map(invalid));
  }

  const isFound = isSearchable(words.map((word) => word.text).join(' '));
  const issues = [...issuesByKey.values()].flat();
  const [first] = words;
  if (first && !isFound) issues.push(invalid({ start: first.start, end: words.at(-1)?.end ?? first.end }));
  for (const word of words) {
    const unknown = unknownKeyIn(text, word);
    if (unknown) issues.push({ message: 'Unknown key', start: word.start, end: word.start + unknown.length });
  }
  if (unclosedQuoteAt !== null) {
    issues.push({ message: 'Missing closing quote', start: unclosedQuoteAt, end: text.length });
  }
  const found = [...read].flatMap(([name, entry]) => (entry ? [[name, entry.value] as const] : []));
  const values = Object.fromEntries(found) as QueryValues<Keys>; // each value was made by the kind of its own key
  return {
    words: isFound ? words.map((word) => word.text) : [],
    values,
    issues: issues.sort((a, b) => a.start - b.start),
    tokens,
  };
}

type Word = Extract<Token, { kind: 'word' }>;

function invalid({ start, end }: { start: number; end: number }): Issue {
  return { message: 'Invalid value', start, end };
}
