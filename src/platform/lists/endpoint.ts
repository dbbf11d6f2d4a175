import type { Ctx } from '#platform/context.ts';
import { badRequest } from '#platform/http/problem.ts';
import { taggedJson } from '#platform/http/tagged.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { allRows, linesReply, wantsLines } from './lines.ts';
import type { List } from './list.ts';
import { type Params, readParams, single } from './params.ts';
import { countRows, readPage } from './run.ts';

export interface ListEndpoint extends Endpoint {
  readonly list: List;
}

export const isListEndpoint = (endpoint: Endpoint): endpoint is ListEndpoint => 'list' in endpoint;

/**
 * `GET /api/…` of a list: `{"More": bool, "Results": [...]}`; with `total=1` also `"Total"`, which `count=0` requests alone. Without
 * `total`, a count of 0 is too small and means 1. As lines (`Accept: application/x-ndjson`) it has no pages.
 */
export function listEndpoint(list: List): ListEndpoint {
  return {
    list,
    isOpen: true,
    async handle(ctx, request) {
      const params = readParams(request.query);
      if (wantsLines(request)) return linesReply(allRows(ctx, list, forwards(params)));
      const isCounted = single(params.get('total')) === '1';
      const isOnlyCounted = isCounted && single(params.get('count')) === '0';
      const [page, total] = await Promise.all([
        isOnlyCounted ? null : readPage(ctx, list, params),
        isCounted ? countRows(ctx, list, params) : undefined,
      ]);
      const { rows, more } = page ?? { rows: [], more: total !== 0 };
      const counted = total === undefined ? '' : `"Total":${total},`;
      const body = `{"More":${more},${counted}"Results":[${rows.join(',')}]}`;
      return taggedJson(request, body, cachingFor(ctx));
    },
  };
}

function forwards(params: Params): Params {
  if (single(params.get('before')) !== undefined)
    throw badRequest("Lines are read forwards: 'before' is for pages.", 'before');
  return params;
}

/**
 * The rows depend on the viewer, so shared caches may not store them. A visitor's response may be stored by the
 * visitor's own cache, which revalidates it each time; a member's response is not stored at all.
 */
const cachingFor = ({ viewer }: Ctx): string =>
  viewer.accountId === null ? 'private, no-cache' : 'private, no-store';
