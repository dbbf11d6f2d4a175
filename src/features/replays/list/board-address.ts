import { type BoardScope, boardScopes, replays } from './views.ts';

/**
 * The addresses of what a track's leaderboard can show. Each begins at its first row and keeps the order, or begins at `from`, a
 * ReplayId, in the usual order.
 */
export function boardHrefs(url: URL, from: number | null = null): Readonly<Record<BoardScope, string>> {
  const at = (scope: BoardScope): string => {
    const search = new URLSearchParams(url.search);
    for (const name of ['show', 'from', 'dm', ...(from === null ? [] : ['order'])])
      search.delete(`${replays.type}.${name}`);
    if (scope !== 'ranked') search.set(`${replays.type}.show`, scope);
    if (from !== null) search.set(`${replays.type}.from`, String(from));
    return `${url.pathname}${search.size > 0 ? `?${search}` : ''}#${replays.type}`;
  };
  const scopes = Object.keys(boardScopes) as BoardScope[]; // the keys of an object literal
  return Object.fromEntries(scopes.map((scope) => [scope, at(scope)])) as Record<BoardScope, string>; // all of them
}
