/** Searches of one list that this browser remembers, as the queries of their addresses. */
export interface KeptSearches {
  /** until they are removed */
  readonly saved: readonly string[];
  /** the newest first */
  readonly recent: readonly string[];
}

const mostRecent = 5;
const mostSaved = 20;

const without = (searches: readonly string[], search: string) => searches.filter((kept) => kept !== search);

/** After a search: it is the newest one, and the only one of its address. */
export const withRecent = ({ saved, recent }: KeptSearches, search: string): KeptSearches => ({
  saved,
  recent: [search, ...without(recent, search)].slice(0, mostRecent),
});

/** After a press on the star of a search: it is saved, or not any more. */
export const withSaved = ({ saved, recent }: KeptSearches, search: string): KeptSearches => ({
  saved: saved.includes(search) ? without(saved, search) : [search, ...saved].slice(0, mostSaved),
  recent,
});

/** Reads what was stored; what another version has stored is ignored. */
export function readKept(stored: string | null): KeptSearches {
  const lines = (stored ?? '').split('\n').filter((line) => /^[sr]\?/.test(line));
  const of = (kind: string) => lines.filter((line) => line.startsWith(kind)).map((line) => line.slice(1));
  return { saved: of('s'), recent: of('r') };
}

/** As it is stored: a line for each search. */
export const writeKept = ({ saved, recent }: KeptSearches): string =>
  [...saved.map((search) => `s${search}`), ...recent.map((search) => `r${search}`)].join('\n');
