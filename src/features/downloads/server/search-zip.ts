import { trackSearch } from '#features/tracks/list/search.ts';
import { parseQuery } from '#lib/query-language/parse.ts';
import { apiParams } from '#lib/query-language/search.ts';
import type { Ctx } from '#platform/context.ts';
import { badRequest, Problem } from '#platform/http/problem.ts';
import { invalidValue, type Params, readParams, single } from '#platform/lists/params.ts';
import { maxSearchTracks } from '../limits.ts';

const tooMany = () =>
  new Problem(
    413,
    `More than ${maxSearchTracks.toLocaleString('en')} tracks match. Download them in parts: count=${maxSearchTracks}, then also after= with the ID of the last track.`,
  );

const ownNames = new Set(['query', 'order', 'count', 'fields', 'view', 'dm']);

/**
 * The tracks that match a search. Its address contains the parameters of GET /api/tracks or the `query` and `order` of the search
 * page, or both; `count` limits the number of tracks.
 */
export function searchToZip(ctx: Ctx, query: URLSearchParams) {
  const given = readParams(query);
  if (single(given.get('before')) !== undefined)
    throw invalidValue('before', 'a zip begins with the first track, or at after or from');
  const count = single(given.get('count'));
  const most = count === undefined ? maxSearchTracks : Math.min(readCount(count), maxSearchTracks);
  const params: Params = new Map([
    ...ofPage(ctx, given),
    ...[...given].filter(([name]) => !ownNames.has(name)),
  ]);
  return { params, most, ...(count === undefined && { tooMany: tooMany() }) };
}

function readCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw invalidValue('count', 'it must be a whole number from 1');
  return Number(text);
}

/** The parameters of the API for `query` and `order` of the search page. */
function ofPage(ctx: Ctx, given: Params): Params {
  const { keys, words } = trackSearch(ctx.site);
  const parsed = parseQuery(single(given.get('query')) ?? '', keys);
  if (parsed.issues.length > 0) throw badRequest('query: A part of this search cannot be read.', 'query');
  const order = single(given.get('order'));
  return readParams(Object.entries({ ...(order && { order1: order }), ...apiParams(parsed, keys, words) }));
}
