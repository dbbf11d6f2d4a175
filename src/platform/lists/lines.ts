import { Readable } from 'node:stream';
import type { Ctx } from '#platform/context.ts';
import type { HttpRequest, Reply } from '#platform/http/types.ts';
import type { List } from './list.ts';
import { type Params, single } from './params.ts';
import { readStep } from './run.ts';

/** Rows of any number, one JSON document in each line. */
export const linesType = 'application/x-ndjson';

export const wantsLines = ({ headers }: Pick<HttpRequest, 'headers'>): boolean =>
  headers.accept?.toLowerCase().includes(linesType) ?? false;

/**
 * Streams lines at the client's pace, and stops when it leaves. The first ones are read before the response begins, so that an invalid
 * request is refused; a later failure breaks the connection.
 */
export async function linesReply(parts: AsyncGenerator<readonly string[]>): Promise<Reply> {
  const first = await parts.next();
  async function* text() {
    for (let part = first; !part.done; part = await parts.next())
      if (part.value.length > 0) yield `${part.value.join('\n')}\n`;
  }
  return {
    status: 200,
    headers: { 'content-type': linesType, 'cache-control': 'no-store' },
    body: Readable.from(text(), { objectMode: false }),
  };
}

/** All rows of a list from a cursor on, page by page; with `count` at most so many. */
export async function* allRows(ctx: Ctx, list: List, params: Params): AsyncGenerator<readonly string[]> {
  const given = single(params.get('count')) ?? '';
  let left = /^\d+$/.test(given) ? Math.max(Number(given), 1) : Number.POSITIVE_INFINITY;
  const ofPage = new Map(params);
  while (left > 0) {
    ofPage.set('count', [String(Math.min(left, list.pageSize.most))]);
    const { rows, last } = await readStep(ctx, list, ofPage);
    yield rows;
    if (last === null) return;
    left -= rows.length;
    ofPage.delete('from');
    ofPage.set('after', [String(last)]);
  }
}
