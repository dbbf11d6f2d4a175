/** One value of a comma list, without quotes and `!`. `start` and `end` are its position in the query, as typed. */
export interface ValuePart {
  readonly text: string;
  readonly isQuoted: boolean;
  readonly isNegated: boolean;
  readonly start: number;
  readonly end: number;
}

/** A bare word, or `key:values`. `key` is as typed; `parts` is empty when nothing follows the colon. */
export type Token =
  | { readonly kind: 'word'; readonly text: string; readonly start: number; readonly end: number }
  | {
      readonly kind: 'term';
      readonly key: string;
      readonly parts: readonly ValuePart[];
      readonly start: number;
      readonly end: number;
    };

/** Everything in a query, in order, and the opening quote that is never closed, if there is one. */
export interface Tokens {
  readonly tokens: readonly Token[];
  readonly unclosedQuoteAt: number | null;
}

/** A key begins a word, so that each word is read once. */
const KEY = /(?<![a-z0-9])([a-z][a-z0-9]*):/iy;
const SPACE = /\s*/y;
const BARE_PART = /[^\s,]*/y;
const BARE_WORD = /\S*/y;
/** Inside quotes `\"` is a quote and `\\` a backslash; any other backslash is itself. */
const QUOTED = /"((?:[^"\\]|\\[\s\S]|\\$)*)("|$)/y;
/** Text in the quotation marks of phones, which may close with a plain one. */
const OTHER_QUOTED = /[“”„‟«»]((?:[^"“”„‟«»\\]|\\[\s\S]|\\$)*)(["“”„‟«»]|$)/y;
/** A name before a quoted value that is not a key: `autor:"Ann Lee"` is one word. */
const UNKNOWN_QUOTED = /(?<![a-z0-9])[a-z][a-z0-9]+:(?=["“”„‟«»])/iy;

/** A single letter before a colon is not a mistyped key but part of a name or a smiley. */
const UNKNOWN_KEY = /^([a-z][a-z0-9]+):(?!\/\/)/i;

/**
 * Returns the name before the colon of a bare word that looks like `key:value`, or null. Quoted words and web addresses
 * do not. The tokenizer has already taken the names that are keys.
 */
export function unknownKeyIn(query: string, word: { start: number; end: number }): string | null {
  return UNKNOWN_KEY.exec(query.slice(word.start, word.end))?.[1] ?? null;
}

/**
 * Splits a query into words and terms: `word "two words" key:a,!b,"c d"`. `isKey` says which names are keys; any other
 * `name:` is part of a word. One pass; never fails.
 */
export function tokenizeQuery(query: string, isKey: (name: string) => boolean): Tokens {
  const tokens: Token[] = [];
  let unclosedQuoteAt: number | null = null;
  let at = 0;

  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(query);
    if (found) at = pattern.lastIndex;
    return found;
  };

  const takeText = (bare: RegExp): { text: string; isQuoted: boolean } => {
    const start = at;
    const quoted = take(QUOTED) ?? take(OTHER_QUOTED);
    if (!quoted) return { text: take(bare)?.[0] ?? '', isQuoted: false };
    if (quoted[2] === '') unclosedQuoteAt ??= start;
    return { text: (quoted[1] ?? '').replace(/\\(["\\])/g, '$1'), isQuoted: true };
  };

  const takePart = (): ValuePart => {
    const start = at;
    const isNegated = query[at] === '!';
    if (isNegated) at += 1;
    const { text, isQuoted } = takeText(BARE_PART);
    return { text, isQuoted, isNegated, start, end: at };
  };

  /** Null without taking anything if there is no quoted value, or its end is missing. */
  const takeUnknownTerm = (): string | null => {
    const start = at;
    if (!take(UNKNOWN_QUOTED)) return null;
    const quoted = take(QUOTED) ?? take(OTHER_QUOTED);
    if (quoted && quoted[2] !== '') {
      take(BARE_WORD);
      return query.slice(start, at);
    }
    at = start;
    return null;
  };

  while (take(SPACE) && at < query.length) {
    const start = at;
    const name = take(KEY)?.[1];
    if (name === undefined || !isKey(name)) {
      at = start;
      const text = takeUnknownTerm() ?? takeText(BARE_WORD).text;
      tokens.push({ kind: 'word', text, start, end: at });
      continue;
    }
    const parts: ValuePart[] = [];
    if (at < query.length && !/\s/.test(query.charAt(at))) {
      parts.push(takePart());
      while (query[at] === ',') {
        at += 1;
        parts.push(takePart());
      }
    }
    tokens.push({ kind: 'term', key: name, parts, start, end: at });
  }
  return { tokens, unclosedQuoteAt };
}
