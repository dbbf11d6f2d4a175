import { environments } from '#lib/codes/environment.ts';
import { difficulties, moods, routeKinds } from '#lib/codes/track.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { taggedJson } from '#platform/http/tagged.ts';
import type { Endpoint } from '#platform/http/types.ts';
import type { Site } from '#sites/schema.ts';
import { isListEndpoint } from './endpoint.ts';
import type { JsonSchema } from './params.ts';

type Row = Readonly<Record<string, string | number | boolean>>;

/** What the numbers of an edition mean, for programs that show names or send them. */
export interface MetaList {
  readonly name: string;
  /** one sentence for the API document */
  readonly about: string;
  readonly row: JsonSchema;
}

export interface MetaEndpoint extends Endpoint {
  readonly meta: MetaList;
}

export const isMetaEndpoint = (endpoint: Endpoint): endpoint is MetaEndpoint => 'meta' in endpoint;

/** `GET /api/meta/…`: a plain array, the same for every viewer. */
function metaEndpoint(
  name: string,
  about: string,
  columns: Readonly<Record<string, 'integer' | 'string' | 'boolean'>>,
  rows: (site: Site) => readonly Row[],
): MetaEndpoint {
  const properties = Object.fromEntries(Object.entries(columns).map(([key, type]) => [key, { type }]));
  return {
    meta: { name, about, row: { type: 'object', properties, required: Object.keys(columns) } },
    isShared: true,
    handle: async (ctx, request) =>
      taggedJson(request, JSON.stringify(rows(ctx.site)), 'public, max-age=3600'),
  };
}

const named = { Id: 'integer', Name: 'string' } as const;
const placed = { Id: 'integer', FilterId: 'integer', Name: 'string' } as const;
const numbered = (names: readonly string[]) => names.map((Name, Id) => ({ Id, Name }));
const ofEdition = (ids: readonly number[], suffix = '') =>
  environments
    .filter(({ id }) => ids.includes(id))
    .map(({ id, name }) => ({ Id: id, FilterId: id - 1, Name: name + suffix }));

/** The lists of what numbers mean. `table`: the routes whose lists can be sorted. */
export const metaRoutes = (table: RouteTable): RouteTable => ({
  'GET /api/meta/tags': metaEndpoint('tags', 'Tags of this edition, in the order shown.', named, ({ tags }) =>
    tags.map(({ id, name }) => ({ Id: id, Name: name })),
  ),
  'GET /api/meta/environments': metaEndpoint(
    'environments',
    'Environments of this edition: Id is the number in rows, FilterId the one that the filter takes.',
    placed,
    (site) => ofEdition(site.environments),
  ),
  'GET /api/meta/vehicles': metaEndpoint(
    'vehicles',
    'Cars of this edition: Id is the number in rows, FilterId the one that the filter takes.',
    placed,
    (site) => ofEdition(site.cars, 'Car'),
  ),
  'GET /api/meta/moods': metaEndpoint('moods', 'Moods.', named, () => numbered(moods)),
  'GET /api/meta/difficulties': metaEndpoint('difficulties', 'Difficulties.', named, () =>
    numbered(difficulties),
  ),
  'GET /api/meta/routes': metaEndpoint('routes', 'Kinds of route.', named, () => numbered(routeKinds)),
  'GET /api/meta/orders': metaEndpoint(
    'orders',
    'What each list can be sorted by: Key is the value of order1 and order2.',
    { List: 'string', Key: 'integer', Name: 'string', IsAscending: 'boolean' },
    () => ordersOf(table),
  ),
});

const ordersOf = (table: RouteTable): Row[] =>
  Object.values(table)
    .filter(isListEndpoint)
    .flatMap(({ list }) =>
      Object.values(list.orders).flatMap(({ about, codes }) =>
        codes.map((Key, at) => ({ List: list.name, Key, Name: about, IsAscending: at === 0 })),
      ),
    );
