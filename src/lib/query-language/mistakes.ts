import { invalidFilters, type ListAddress } from './address.ts';
import type { SearchDeclaration } from './declaration.ts';
import { type Issue, keyFinder } from './keys.ts';
import { parseQuery } from './parse.ts';
import { type Token, tokenizeQuery } from './tokens.ts';

/** The part of a query that an issue is about, as the search page names it; `key`: the key whose value it is. */
export function issuePart(
  declared: Pick<SearchDeclaration, 'keys'>,
  text: string,
  { message, start, end }: Issue,
): { typed: string; key: string | null; token: Token | undefined } {
  const typed = text.slice(start, end);
  const findKey = keyFinder(declared.keys);
  const token = tokenizeQuery(text, (name) => findKey(name) !== null).tokens.find(
    (one) => one.start <= start && start <= one.end,
  );
  if (message === 'Unknown key') return { typed: `${typed}:`, key: null, token };
  const key = token?.kind === 'term' ? findKey(token.key) : null;
  return { typed: key === null ? typed : `${key}:${typed}`, key, token };
}

/** How the search page names an invalid filter of its address. */
export const filterLabel = (declared: SearchDeclaration, name: string, value: string): string =>
  `${declared.address[name]?.label ?? name}: ${value}`;

const maxShownLength = 40;

/** A part of a query, shortened for a sentence. */
export const shortened = (typed: string): string =>
  typed.length > maxShownLength ? `${typed.slice(0, maxShownLength)}…` : typed;

/** What the search page says about an address that cannot be read completely; empty if it can. */
export function mistakesIn(declared: SearchDeclaration, address: ListAddress): string[] {
  const { query } = address;
  return [
    ...parseQuery(query, declared.keys).issues.map(
      (issue) => `${shortened(issuePart(declared, query, issue).typed)} ${issue.message}`,
    ),
    ...invalidFilters(declared, address).map(
      ({ name, value }) => `${filterLabel(declared, name, value)} Invalid value`,
    ),
  ];
}
