import type { OrderCodes } from '#lib/codes/orders.ts';
import type { Ctx } from '#platform/context.ts';
import { taggedJson } from '#platform/http/tagged.ts';
import type { Endpoint } from '#platform/http/types.ts';
import type { FieldNode } from './field-node.ts';
import type { List } from './list.ts';
import { type Params, readParams } from './params.ts';
import { type JsonPage, readPage, sqlOf } from './run.ts';
import type { JsonSchema } from './schema.ts';

/** A list as its endpoint sees it: its parameters and a way to read it, without the types of its tables. */
export interface ServedList {
  readonly name: string;
  readonly about: string;
  readonly fields: Readonly<Record<string, FieldNode>>;
  readonly defaultFields: readonly string[];
  readonly filters: Readonly<Record<string, { readonly about: string; readonly schema: JsonSchema }>>;
  /** by name */
  readonly orders: Readonly<Record<string, { readonly about: string; readonly codes: OrderCodes }>>;
  readonly hasRelevance: boolean;
  /** `order2` is ignored */
  readonly oneOrder: boolean;
  /** filters on which the choice of an order depends */
  readonly needs: readonly string[];
  readonly pageSize: { readonly usual: number; readonly most: number };
  read(ctx: Ctx, params: Params): Promise<JsonPage>;
  sql(ctx: Ctx, params: Params): { text: string; values: unknown[] };
}

export interface ListEndpoint extends Endpoint {
  readonly list: ServedList;
}

export const isListEndpoint = (endpoint: Endpoint): endpoint is ListEndpoint => 'list' in endpoint;

/** `GET /api/…` of a list: `{"More": bool, "Results": [...]}`. */
export function listEndpoint(list: List): ListEndpoint {
  return {
    list: served(list),
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

/** A list without the types of its tables. */
export function served(list: List): ServedList {
  const { name, about, fields, defaultFields, filters, orders, relevance, pageSize } = list;
  const declared = [...Object.values(orders), ...(relevance ? [relevance] : [])];
  return {
    name,
    about,
    fields,
    defaultFields,
    filters: Object.fromEntries(
      Object.entries(filters).map(([key, { about, parse }]) => [key, { about, schema: parse.schema }]),
    ),
    orders: Object.fromEntries(
      Object.entries(orders).map(([by, { about, codes }]) => [by, { about, codes }]),
    ),
    hasRelevance: relevance !== undefined,
    oneOrder: list.oneOrder ?? false,
    needs: [...new Set(declared.flatMap(({ needs }) => needs ?? []))],
    pageSize,
    read: (ctx, params) => readPage(ctx, list, params),
    sql: (ctx, params) => sqlOf(ctx, list, params),
  };
}
