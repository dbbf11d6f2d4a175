import { isModerator } from '#lib/codes/level.ts';
import {
  cursorOf,
  type ListAddress,
  pageParams,
  readAddress,
  writeAddress,
} from '#lib/query-language/address.ts';
import type { SearchDeclaration } from '#lib/query-language/declaration.ts';
import type { ApiParams, SearchKeys } from '#lib/query-language/search.ts';
import type { Paths, Picked } from '#lib/wire/fields.ts';
import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import type { List } from '#platform/lists/list.ts';
import { params } from '#platform/lists/params.ts';
import { countRows, parseRows, readPage } from '#platform/lists/run.ts';
import { currentReads } from '#platform/page-cache/reads.ts';
import { visitorsPart } from '#platform/page-cache/same-part.ts';
import { emptyPage, pageFrom, withRowsOnServer } from '#ui/list/list-page.ts';
import type { FirstState } from '#ui/list/use-list-store.ts';
import { unlessGone } from './load-unless-gone.ts';

/** Loads the first rows of a search page for its address; its island starts with them. */
export async function loadList<ListRow, const F extends Paths<ListRow>>(
  ctx: Ctx,
  list: List<ListRow>,
  declared: SearchDeclaration<SearchKeys, F>,
  url: URL,
  scope: ApiParams = {},
): Promise<FirstState<Picked<ListRow, F> & object>> {
  const address = readAddress(declared, url.searchParams);
  const read = async (at: typeof address) => {
    const cursor = cursorOf(at);
    return unlessGone(cursor, async () => {
      const given = params(pageParams(declared, at, cursor, scope));
      const [{ rows, more }, Total] = await Promise.all([
        readPage(ctx, list, given),
        countRows(ctx, list, given),
      ]);
      const Results = parseRows<Picked<ListRow, F> & object>(rows);
      return pageFrom(declared, at, cursor, { Results, More: more, Total });
    });
  };
  try {
    const start = { ...address, from: null, back: false };
    const page = (await read(address)) ?? (await read(start)) ?? emptyPage;
    return { address: { ...start, from: page.from }, page: withRowsOnServer(page), status: { at: 'loaded' } };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { address, page: emptyPage, status: { at: 'error', problem: error.body } };
  }
}

/**
 * The first rows of a search page as visitors get them, shared by visitors and members; null where they are not shared: for moderators, who
 * see more, for what was typed, and for addresses that `isCommon` excludes.
 */
export async function loadSharedList<ListRow, const F extends Paths<ListRow>>(
  ctx: Ctx,
  list: List<ListRow>,
  declared: SearchDeclaration<SearchKeys, F>,
  url: URL,
  scope: ApiParams,
  isCommon: (address: ListAddress) => boolean,
): Promise<FirstState<Picked<ListRow, F> & object> | null> {
  const address = readAddress(declared, url.searchParams);
  const isShared = address.query === '' && address.from === null && address.count === declared.defaultCount;
  if (!isShared || isModerator(ctx.viewer) || !isCommon(address)) return null;
  const name = `rows of ${list.name} ${JSON.stringify(scope)} ${writeAddress(declared, address)}`;
  const { rows, ...first } = await visitorsPart(ctx, name, async (seen) => {
    const loaded = await loadList(seen, list, declared, url, scope);
    // the next visitor may have more luck
    if (loaded.status.at === 'error') currentReads()?.refuse();
    return { ...loaded, rows: loaded.page.rows };
  });
  return { ...first, page: withRowsOnServer({ ...first.page, rows }) };
}
