import { keyFinder, type QueryKeys } from './keys.ts';
import { quotedInList } from './quoting.ts';
import { tokenizeQuery } from './tokens.ts';

/** One completion: `insert` replaces the text from `start` to `end`. */
export interface Completion {
  readonly label: string;
  readonly insert: string;
  readonly isKey: boolean;
}

/** What can be typed at a position. */
export interface Completions {
  readonly start: number;
  readonly end: number;
  readonly options: readonly Completion[];
}

const nothing: Completions = { start: 0, end: 0, options: [] };
const maxOptions = 12;

/**
 * Completions at the caret: names of keys in a word, values of the key in a term; none for free text. Options that begin
 * with the typed text come first, then those that contain it.
 */
export function completionsAt(query: string, caret: number, keys: QueryKeys): Completions {
  const findKey = keyFinder(keys);
  const { tokens } = tokenizeQuery(query, (name) => findKey(name) !== null);
  const token = tokens.find((candidate) => candidate.start <= caret && caret <= candidate.end);
  if (!token) return offer(caret, caret, '', keyOptions(keys));
  if (token.kind === 'word') {
    if (token.text !== query.slice(token.start, token.end)) return nothing; // in quotes
    return offer(token.start, token.end, query.slice(token.start, caret), keyOptions(keys));
  }
  const name = findKey(token.key);
  const kind = name === null ? undefined : keys[name]?.kind;
  const valueStart = token.start + token.key.length + 1;
  if (!kind || caret < valueStart) return nothing;
  const part = token.parts.find((candidate) => candidate.start <= caret && caret <= candidate.end);
  const start = part ? part.start + (part.isNegated ? 1 : 0) : valueStart;
  if (caret < start) return nothing;
  const typed = query.slice(start, caret).replace(/^["“”„‟«»]/, '');
  const options = kind.choices.map((choice) => ({
    label: choice,
    insert: quotedInList(choice),
    isKey: false,
  }));
  return offer(start, part?.end ?? caret, typed, options);
}

const keyOptions = (keys: QueryKeys): Completion[] =>
  Object.keys(keys).map((name) => ({ label: `${name}:`, insert: `${name}:`, isKey: true }));

function offer(start: number, end: number, typed: string, all: readonly Completion[]): Completions {
  const sought = plain(typed);
  const begin = all.filter(({ label }) => plain(label).startsWith(sought));
  const hold = all.filter(
    ({ label }) => !begin.some((one) => one.label === label) && plain(label).includes(sought),
  );
  const options = [...begin, ...(sought.length > 1 ? hold : [])].slice(0, maxOptions);
  // a complete entry needs no completion
  const done = options.length === 1 && plain(options[0]?.label ?? '') === sought && sought !== '';
  return { start, end, options: done ? [] : options };
}

const plain = (word: string) => word.toLowerCase().replace(/[\s_-]+/g, '');

/** The text after an option was chosen, and the position of the caret. */
export function takeCompletion(
  query: string,
  { start, end }: Pick<Completions, 'start' | 'end'>,
  { insert, isKey }: Completion,
): { text: string; caret: number } {
  const rest = query.slice(end);
  const gap = isKey || /^[\s,]/.test(rest) ? '' : ' ';
  return { text: query.slice(0, start) + insert + gap + rest, caret: start + insert.length + gap.length };
}
