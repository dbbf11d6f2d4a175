import { useState } from 'react';
import type { SearchDeclaration } from '#lib/query-language/declaration.ts';
import type { ApiParams } from '#lib/query-language/search.ts';
import { browserEnvironment } from './list-environment.ts';
import type { ListPage } from './list-page.ts';
import { type ListState, ListStore } from './list-store.ts';

/** What the server has loaded. */
export interface FirstState<Row> extends Omit<ListState<Row>, 'scroll' | 'page'> {
  readonly page: ListPage<Row>;
}

/** The props that every search island gets from its page. */
export interface SearchIslandProps<Row> {
  title: string;
  /** the path of the page, variants included */
  path: string;
  /** filters of the page itself */
  always: ApiParams;
  /** in the browser, its page has no rows */
  first: FirstState<Row>;
  /** 0 for a visitor */
  viewerId: number;
  /** the server's clock, so that both sides write the same dates */
  now: string;
}

/** The one store of an island. */
export function useListStore<Row extends object>(
  declared: SearchDeclaration,
  { always, first }: SearchIslandProps<Row>,
): ListStore<Row> {
  const [store] = useState(() => {
    const { rows }: Partial<ListPage<Row>> = first.page;
    const initial = { ...first, page: { ...first.page, rows: rows ?? null } };
    return new ListStore<Row>({ declared, scope: always, world: browserEnvironment, initial });
  });
  return store;
}
