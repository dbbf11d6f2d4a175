import type { Ctx } from '#platform/context.ts';
import { type Asked, askedFields, askedKey } from './asked.ts';
import type { List } from './list.ts';
import { cursorId, invalidValue, type Params, pageSize, pathList, single } from './params.ts';

/** after: behind the cursor · from: the same, cursor included · before: in front of it · first: no cursor */
export type PageKind = 'first' | 'after' | 'from' | 'before';

/** What decides the text of a statement. Requests of one shape share it and differ in values alone. */
export interface Shape<A extends string = string> {
  readonly asked: Asked;
  readonly order: number;
  readonly page: PageKind;
  readonly filters: readonly string[];
  readonly audience: A;
  readonly key: string;
}

export interface ListRequest<A extends string = string> {
  readonly shape: Shape<A>;
  readonly count: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Reads the parameters of a list. Unknown names are ignored, unreadable values are Problems that name theirs. */
export function readRequest<DB, TB extends keyof DB, Row, A extends string>(
  ctx: Ctx,
  list: List<DB, TB, Row, A>,
  params: Params,
): ListRequest<A> {
  const { asked, askedText } = readFields(list, params);
  const count = pageSize(params.get('count'), list.pageSize);
  const { page, cursor } = readCursor(params);
  const values: Record<string, unknown> = {
    site: ctx.site.code,
    viewer: ctx.viewer.userId,
    limit: count + 1,
    cursor,
  };
  const filters: string[] = [];
  for (const [name, { parse }] of Object.entries(list.filters)) {
    const given = params.get(name);
    const value = given && parse(name, given);
    if (value === undefined) continue;
    filters.push(name);
    values[`filter.${name}`] = value;
  }
  const order = readOrder(list, params);
  const audience = list.audience(ctx);
  const key = [askedText, order, page, filters.join('+'), audience].join('|');
  return { shape: { asked, order, page, filters, audience, key }, count, values };
}

interface ReadFields {
  readonly asked: Asked;
  readonly askedText: string;
}

/** Clients ask for the same fields again and again: what a text means is worked out once. Bounded, and only a memo. */
const readBefore = new WeakMap<object, Map<string, ReadFields>>();
const mostTexts = 500;

function readFields<DB, TB extends keyof DB, Row, A extends string>(
  list: List<DB, TB, Row, A>,
  params: Params,
): ReadFields {
  const given = params.get('fields');
  const text = given?.join() ?? '';
  const known = readBefore.get(list) ?? new Map<string, ReadFields>();
  readBefore.set(list, known);
  const before = known.get(text);
  if (before) return before;
  const asked = askedFields(list.fields, pathList(given) ?? list.defaultFields);
  const read = { asked, askedText: askedKey(asked) };
  if (known.size >= mostTexts) known.clear();
  if (text.length <= 2000) known.set(text, read);
  return read;
}

/** An order the list does not have falls back to the default: old clients send names (tmx-api §2.9). */
function readOrder<DB, TB extends keyof DB, Row, A extends string>(
  list: List<DB, TB, Row, A>,
  params: Params,
): number {
  const text = single(params.get('order1')) ?? '';
  const order = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return list.orders[Math.ceil(order / 2)] ? order : list.defaultOrder;
}

function readCursor(params: Params): { page: PageKind; cursor: number } {
  const given = (['after', 'before', 'from'] as const).flatMap((page) => {
    const cursor = cursorId(page, params.get(page));
    return cursor === undefined ? [] : [{ page, cursor }];
  });
  if (given.length > 1)
    throw invalidValue(given[1]?.page ?? 'before', "only one of 'after', 'before' and 'from' can be given");
  return given[0] ?? { page: 'first', cursor: 0 };
}
