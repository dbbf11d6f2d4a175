import { keyFinder, type QueryKeys } from './keys.ts';
import type { ParsedQuery } from './parse.ts';
import { beginsWithQuote } from './quoting.ts';

/** How a piece of a query is coloured; never by colour alone: `bad` is also underlined. */
type Hue = 'gap' | 'word' | 'key' | 'colon' | 'value' | 'range' | 'quoted' | 'negated' | 'bad';

export interface Painted {
  readonly text: string;
  readonly hue: Hue;
}

/** Splits a query into coloured pieces for the overlay of the input; joined, they are the text. */
export function paintQuery<Keys extends QueryKeys>(
  text: string,
  { tokens, issues }: Pick<ParsedQuery<Keys>, 'tokens' | 'issues'>,
  keys: Keys,
): readonly Painted[] {
  const findKey = keyFinder(keys);
  const pieces: Painted[] = [];
  let at = 0;
  const take = (end: number, hue: Hue) => {
    if (end > at) pieces.push({ text: text.slice(at, end), hue });
    at = Math.max(at, end);
  };
  const issueIn = (start: number, end: number) =>
    issues.find((issue) => issue.start < end && start < issue.end);
  for (const token of tokens) {
    take(token.start, 'gap');
    if (token.kind === 'word') {
      const issue = issueIn(token.start, token.end);
      if (issue) take(Math.min(issue.end, token.end), 'bad');
      take(token.end, beginsWithQuote(text.slice(token.start, token.start + 1)) ? 'quoted' : 'word');
      continue;
    }
    take(token.start + token.key.length, findKey(token.key) === null ? 'word' : 'key');
    take(at + 1, 'colon');
    for (const part of token.parts) {
      take(part.start, 'colon'); // the comma
      const empty = part.start === part.end && issues.some((issue) => issue.start === part.start);
      if (issueIn(part.start, part.end) || empty) take(part.end, 'bad');
      else if (part.isNegated) take(part.end, 'negated');
      else if (part.isQuoted) take(part.end, 'quoted');
      else take(part.end, /^[-\d.]/.test(part.text) ? 'range' : 'value');
    }
  }
  take(text.length, 'gap');
  return pieces;
}
