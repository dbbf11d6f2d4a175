import type { Endpoint } from '#platform/http/types.ts';
import type { List } from './list.ts';
import { readParams } from './params.ts';
import { readPage } from './run.ts';

/** `GET /api/…` of a list: `{"More": bool, "Results": [...]}` (spec §7). */
export function listEndpoint<DB, TB extends keyof DB, Row, A extends string>(
  list: List<DB, TB, Row, A>,
): Endpoint {
  return {
    async handle(ctx, request) {
      const { rows, more } = await readPage(ctx, list, readParams(request.query));
      return {
        status: 200,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          // what is listed depends on who asks
          'cache-control': 'private, no-cache',
        },
        body: `{"More":${more},"Results":[${rows.join(',')}]}`,
      };
    },
  };
}
