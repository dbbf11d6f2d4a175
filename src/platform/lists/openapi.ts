import { tokenScopes } from '#lib/codes/token-scopes.ts';
import { apiVersion } from '#lib/wire/api-versions.ts';
import { fileKinds } from '#platform/http/file-operation.ts';
import type { RouteTable } from '#platform/http/router.ts';
import { taggedJson } from '#platform/http/tagged.ts';
import { isTokenEndpoint } from '#platform/http/token-endpoint.ts';
import type { Endpoint, Method } from '#platform/http/types.ts';
import { isListEndpoint } from './endpoint.ts';
import type { FieldNode } from './fields.ts';
import { linesType } from './lines.ts';
import type { List } from './list.ts';
import { isMetaEndpoint, type MetaList } from './meta.ts';
import { exampleOf } from './openapi-example.ts';
import { fileOperation } from './openapi-files.ts';
import { problem, templateOf, tokenOperation } from './openapi-tokens.ts';
import type { JsonSchema } from './params.ts';
import { isRandomEndpoint } from './random.ts';
import { isReadEndpoint, type ReadEndpoint } from './read-operation.ts';

type Nodes = Readonly<Record<string, FieldNode>>;

interface Parameter {
  readonly name: string;
  readonly in: 'query';
  readonly description: string;
  readonly schema: JsonSchema & { readonly default?: number };
  readonly style?: 'form';
  readonly explode?: boolean;
}

const problemSchema: JsonSchema = {
  type: 'object',
  properties: {
    status: { type: 'integer' },
    title: { type: 'string' },
    detail: { type: 'string' },
    type: { type: 'string' },
    field: { type: 'string' },
  },
  required: ['status', 'title', 'detail', 'type'],
};

const notModified = { description: 'The client already has this answer: If-None-Match names its ETag.' };

/** The API as OpenAPI 3.1, from the lists that the routes serve: the parameters and the responses. */
export function openApi(table: RouteTable) {
  const paths: Record<string, Partial<Record<Lowercase<Method>, object>>> = {};
  const schemas: Record<string, JsonSchema> = { Problem: problemSchema };
  for (const [key, endpoint] of Object.entries(table)) {
    const [method, path] = key.split(' ') as [Method, string]; // the form of every key
    const operation = operationOf(method, path, endpoint);
    if (!operation) continue;
    if (isListEndpoint(endpoint)) schemas[rowName(endpoint.list)] = rowSchema(endpoint.list.fields);
    const template = templateOf(path);
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Paddock',
      version: apiVersion,
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'The same holds for every list: names of parameters may be written in any case, and unknown ones are ignored; `fields` names what is wanted; pages go on from the last row (`after`) or the first one (`before`). Enumerations are asked for by number or by name, and a number outside of one matches nothing. Times are UTC, durations milliseconds. Answers carry an ETag; If-None-Match saves sending them again. With `Accept: application/x-ndjson` a list is one stream of any length, with a row in each line; `count` is then the number of rows, and `after` goes on where it broke off. Within a major version, which the header API-Version and this document name, nothing is removed or changes its meaning; fields, parameters, addresses and values of enumerations are added.',
    },
    servers: [
      { url: '/', description: 'The edition that this document was read from; each has its own host.' },
    ],
    security: [],
    tags: tags(),
    paths,
    components: {
      schemas,
      securitySchemes: {
        apiToken: { type: 'http', scheme: 'bearer', description: 'A token from the account page.' },
        ...signIn(table),
      },
    },
  };
}

/** How applications get tokens of users, if the routes have both addresses for it. */
function signIn(table: RouteTable) {
  const addressOf = (name: Endpoint['oauth']) =>
    Object.entries(table)
      .find(([, { oauth }]) => oauth === name)?.[0]
      .replace(/^\w+ /, '');
  const [authorizationUrl, tokenUrl] = [addressOf('authorizationUrl'), addressOf('tokenUrl')];
  if (authorizationUrl === undefined || tokenUrl === undefined) return {};
  return {
    oauth2: {
      type: 'oauth2',
      description:
        'A token of a user who allows a registered application to use the account: OAuth 2.1, authorization code with PKCE (S256), without a client secret.',
      flows: { authorizationCode: { authorizationUrl, tokenUrl, scopes: tokenScopes } },
    },
  };
}

/** The groups of addresses. */
const tags = () => [
  { name: 'lists', description: 'What the site lists.' },
  { name: 'random', description: 'Redirects to a random one.' },
  { name: 'meta', description: 'The meaning of numbers.' },
  { name: 'changes', description: 'What happens, and everything at once.' },
  ...Object.entries(fileKinds).map(([name, description]) => ({ name, description })),
  { name: 'tokens', description: 'Any API token.' },
  ...Object.entries(tokenScopes).map(([scope, words]) => ({
    name: `with ${scope}`,
    description: `${words}.`,
  })),
];

/** The description of an address; null: the document does not contain it. */
function operationOf(method: Method, path: string, endpoint: Endpoint): object | null {
  if (isListEndpoint(endpoint)) return listOperation(endpoint.list);
  if (isRandomEndpoint(endpoint)) return randomOperation(endpoint.randomOf);
  if (isMetaEndpoint(endpoint)) return metaOperation(endpoint.meta);
  if (isReadEndpoint(endpoint)) return readOperation(endpoint);
  if (endpoint.file && method === 'GET') return fileOperation(path, endpoint.file);
  return isTokenEndpoint(endpoint) ? tokenOperation(method, path, endpoint) : null;
}

/** `GET /api/openapi.json`: the same for every edition, so made once. */
export function openApiEndpoint(table: RouteTable): Endpoint {
  const body = JSON.stringify(openApi(table));
  return {
    isShared: true,
    handle: async (_, request) => taggedJson(request, body, 'public, max-age=300'),
  };
}

const rowName = ({ name }: List) => `${name}Row`;

function listOperation(list: List) {
  return {
    operationId: list.name,
    summary: list.about,
    tags: ['lists'],
    parameters: [...ownParameters(list), ...filterParameters(list)],
    responses: {
      200: {
        description:
          'A page of rows, with the requested fields; More is true if there are further ones, and Total says how many rows match (null: more than 1000 that are not in memory).',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: {
                More: { type: 'boolean' },
                Total: { type: ['integer', 'null'] },
                Results: { type: 'array', items: { $ref: `#/components/schemas/${rowName(list)}` } },
              },
              required: ['More', 'Results'],
            },
            example: { More: true, Results: [exampleRow(list)] },
          },
          [linesType]: {
            schema: { $ref: `#/components/schemas/${rowName(list)}` },
            example: exampleRow(list),
          },
        },
      },
      304: notModified,
      400: problem('An invalid parameter; `field` names it.'),
      410: problem(
        'The row that a cursor names does not exist, or not any more, and has no place in this order.',
      ),
    },
  };
}

/** A row with the fields of a request that names none. */
const exampleRow = ({ fields, defaultFields }: List): unknown =>
  exampleOf(rowSchema(only(fields, defaultFields)));

/** The nodes at these paths, such as `Track.TrackId`, with nothing else of their groups. */
function only(nodes: Nodes, chosen: readonly string[]): Nodes {
  const names = new Set(chosen.map((path) => path.replace(/[.[].*/, '')));
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const node = nodes[name];
      const below = chosen.flatMap((path) =>
        path.startsWith(`${name}.`) ? path.slice(name.length + 1) : [],
      );
      if (!node) return [];
      return [
        [name, node.members && below.length > 0 ? { ...node, members: only(node.members, below) } : node],
      ];
    }),
  );
}

const randomOperation = (list: List) => ({
  operationId: `${list.name}Random`,
  tags: ['random'],
  summary: `Redirects to a random one. ${list.about}`,
  parameters: filterParameters(list),
  responses: {
    302: { description: 'Its page.', headers: { Location: { schema: { type: 'string' } } } },
    400: problem('An invalid parameter; `field` names it.'),
    404: problem('Nothing matches.'),
  },
});

const metaOperation = ({ name, about, row }: MetaList) => ({
  operationId: `meta${name[0]?.toUpperCase()}${name.slice(1)}`,
  summary: about,
  tags: ['meta'],
  parameters: [],
  responses: {
    200: {
      description: 'All of them.',
      content: { 'application/json': { schema: { type: 'array', items: row } } },
    },
    304: notModified,
  },
});

const readOperation = ({ operation: { name, about, parameters, answer, refusals } }: ReadEndpoint) => ({
  operationId: name,
  summary: about,
  tags: ['changes'],
  parameters: parameters.map((one) => queryParameter(one.name, one.about, one.schema)),
  responses: {
    200: { description: answer.about, content: { [answer.type]: { schema: answer.schema } } },
    400: problem('An invalid parameter; `field` names it.'),
    ...Object.fromEntries(Object.entries(refusals).map(([status, why]) => [status, problem(why)])),
  },
});

const queryParameter = (name: string, description: string, schema: Parameter['schema']): Parameter => ({
  name,
  in: 'query',
  description,
  schema,
  ...(schema.type === 'array' && { style: 'form' as const, explode: false }),
});

const filterParameters = (list: List): Parameter[] =>
  Object.entries(list.filters).map(([name, { about, parse }]) => queryParameter(name, about, parse.schema));

/** The parameters that every list has. */
function ownParameters(list: List): Parameter[] {
  const orders = Object.values(list.orders);
  const codes = orders.flatMap((order) => order.codes);
  const words = orders.map(
    ({ codes: [ascending, descending], about }) => `${ascending}/${descending} ${about}`,
  );
  const relevance = list.relevance ? ['relevance'] : [];
  const order: JsonSchema = { type: ['integer', 'string'], enum: [...codes, ...relevance] };
  const cursor: JsonSchema = { type: 'integer', minimum: 0 };
  return [
    queryParameter('fields', `The fields of each row; without it: ${list.defaultFields.join(', ')}.`, {
      type: 'array',
      items: { type: 'string', enum: paths(list.fields) },
    }),
    queryParameter('count', 'Rows per page; more than the maximum counts as the maximum.', {
      type: 'integer',
      minimum: 1,
      maximum: list.pageSize.most,
      default: list.pageSize.usual,
    }),
    queryParameter('total', 'Adds how many rows match, as Total; with count=0 it returns nothing else.', {
      type: 'boolean',
    }),
    queryParameter('order1', `Up/down by: ${[...words, ...relevance].join('; ')}.`, order),
    queryParameter(
      'order2',
      list.oneOrder ? 'Ignored on this list.' : 'Decides between rows that order1 leaves equal.',
      { type: 'integer', enum: codes },
    ),
    queryParameter('after', 'Rows behind this one; 0 is none.', cursor),
    queryParameter('before', 'Rows in front of this one, in the same order.', cursor),
    queryParameter('from', 'As after, this row included.', cursor),
  ];
}

/** Every path into a row. */
const paths = (nodes: Nodes): string[] =>
  Object.entries(nodes).flatMap(([name, { members }]) => [
    name,
    ...(members ? paths(members).map((below) => `${name}.${below}`) : []),
  ]);

/** A row may contain any of the fields, so none is required. */
export const rowSchema = (nodes: Nodes): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(nodes).map(([name, node]) => [name, fieldSchema(node)])),
});

const namedOnly = 'Sent only if `fields` contains its own path.';

function fieldSchema({ members, relation, schema, byNameOnly }: FieldNode): JsonSchema {
  if (!members) return byNameOnly ? { ...schema, description: namedOnly } : (schema ?? {});
  const row = rowSchema(members);
  if (relation === 'many') return { type: 'array', items: row };
  if (relation === 'some') return { type: ['array', 'null'], items: row };
  return relation === 'one' ? { oneOf: [row, { type: 'null' }] } : row;
}
