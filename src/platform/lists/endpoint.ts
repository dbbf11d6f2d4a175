import type { Ctx } from '#platform/context.ts';
import { taggedJson } from '#platform/http/tagged.ts';
import type { Endpoint } from '#platform/http/types.ts';
import type { List } from './list.ts';
import { readParams } from './params.ts';
import { readPage } from './run.ts';

export interface ListEndpoint extends Endpoint {
  readonly list: List;
}

export const isListEndpoint = (endpoint: Endpoint): endpoint is ListEndpoint => 'list' in endpoint;

/** `GET /api/…` of a list: `{"More": bool, "Results": [...]}`. */
export function listEndpoint(list: List): ListEndpoint {
  return {
    list,
    async handle(ctx, request) {
      const { rows, more } = await readPage(ctx, list, readParams(request.query));
      const body = `{"More":${more},"Results":[${rows.join(',')}]}`;
      return taggedJson(request, body, cachingFor(ctx));
    },
  };
}

/**
 * The rows depend on the viewer, so shared caches may not store them. A visitor's response may be stored by the
 * visitor's own cache, which revalidates it each time; a member's response is not stored at all.
 */
const cachingFor = ({ viewer }: Ctx): string =>
  viewer.accountId === null ? 'private, no-cache' : 'private, no-store';
