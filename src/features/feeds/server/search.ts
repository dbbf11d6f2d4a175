import { newsSearch } from '#features/news/search.ts';
import { newsList } from '#features/news/server/list.ts';
import { packSearch } from '#features/packs/list/search.ts';
import { packList } from '#features/packs/list/server/list.ts';
import { trackSearch } from '#features/tracks/list/search.ts';
import { trackVariant } from '#features/tracks/list/search-variants.ts';
import { trackList } from '#features/tracks/list/server/list.ts';
import { videoSearch } from '#features/videos/search.ts';
import { videoList } from '#features/videos/server/list.ts';
import { listParams, readAddress } from '#lib/query-language/address.ts';
import type { SearchDeclaration } from '#lib/query-language/declaration.ts';
import { mistakesIn } from '#lib/query-language/mistakes.ts';
import type { ApiParams } from '#lib/query-language/search.ts';
import { badRequest, notFound } from '#platform/http/problem.ts';
import type { List } from '#platform/lists/list.ts';
import { params } from '#platform/lists/params.ts';
import { parseRows, readPage } from '#platform/lists/run.ts';
import { fullName } from '#platform/switches/site-name.ts';
import { type Feed, type FeedEntry, maxEntries } from '../atom.ts';
import {
  packEntries,
  packEntryFields,
  trackEntries,
  trackEntryFields,
  videoEntries,
  videoEntryFields,
} from './entries.ts';
import { type FeedScope, idOf } from './feed-scope.ts';
import { newsEntries, newsEntryFields } from './text-entries.ts';

interface SearchFeed<Row> {
  readonly declared: SearchDeclaration;
  readonly list: List;
  readonly fields: readonly string[];
  /** the path of the page with the same rows */
  readonly page: string;
  readonly title: string;
  readonly scope?: ApiParams;
  entries(scope: FeedScope, rows: readonly Row[]): FeedEntry[] | Promise<FeedEntry[]>;
}

/** A search without an order of its own is read newest first, even where the page shows the best match first. */
const newestFirst = 2;

/**
 * The feed of a search page for the same address: `query`, `order`, `view` and the page's own filters. `count` is respected up to the
 * size of a feed, the place in the list is not.
 */
async function searchFeed<Row>(
  scope: FeedScope,
  query: URLSearchParams,
  feed: SearchFeed<Row>,
): Promise<Feed> {
  const { declared } = feed;
  const address = readAddress(declared, query);
  const [mistake] = mistakesIn(declared, address);
  if (mistake !== undefined) throw badRequest(mistake, 'query');
  const searched = listParams(declared, address, feed.scope ?? {});
  const { rows } = await readPage(
    scope.ctx,
    feed.list,
    params({
      ...searched,
      ...(searched.order1 === 'relevance' && { order1: newestFirst }),
      count: Math.min(address.count, maxEntries),
      fields: feed.fields.join(','),
    }),
  );
  const { origin, ctx } = scope;
  const given = new URLSearchParams([...query].filter(([name]) => !/^(from|dm)$/i.test(name)));
  const search = given.size > 0 ? `?${given}` : '';
  return {
    id: idOf(scope, `${feed.page.slice(1)}${search}`),
    title: `${feed.title}${address.query.trim() ? `: ${address.query.trim()}` : ''} · ${fullName(ctx)}`,
    subtitle: ctx.site.texts.tagline,
    href: `${origin}${feed.page}${search}`,
    self: `${origin}${feed.page}.atom${search}`,
    entries: await feed.entries(scope, parseRows<Row>(rows)),
  };
}

/** Any search for tracks; `kind`: a part of them with its own page, such as `featured`. */
export function trackFeed(scope: FeedScope, query: URLSearchParams, kind?: string): Promise<Feed> {
  const variant = trackVariant(kind?.toLowerCase(), 0);
  if (!variant || variant.needsAccount) throw notFound('This feed');
  const declared = trackSearch(scope.ctx.site);
  return searchFeed(scope, query, {
    declared,
    list: trackList,
    fields: trackEntryFields,
    page: kind === undefined ? declared.page : `${declared.page}/${kind.toLowerCase()}`,
    title: variant.title,
    scope: variant.scope,
    entries: trackEntries,
  });
}

/** Any search for trackpacks. */
export const packFeed = (scope: FeedScope, query: URLSearchParams): Promise<Feed> =>
  searchFeed(scope, query, {
    declared: packSearch,
    list: packList,
    fields: packEntryFields,
    page: packSearch.page,
    title: packSearch.title,
    entries: packEntries,
  });

/** Any search for videos. */
export const videoFeed = (scope: FeedScope, query: URLSearchParams): Promise<Feed> =>
  searchFeed(scope, query, {
    declared: videoSearch,
    list: videoList,
    fields: videoEntryFields,
    page: videoSearch.page,
    title: videoSearch.title,
    entries: videoEntries,
  });

/** News, and any search in it. */
export const newsFeed = (scope: FeedScope, query: URLSearchParams): Promise<Feed> =>
  searchFeed(scope, query, {
    declared: newsSearch,
    list: newsList,
    fields: newsEntryFields,
    page: newsSearch.page,
    title: newsSearch.title,
    entries: newsEntries,
  });
