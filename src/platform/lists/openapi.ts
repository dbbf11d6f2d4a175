import { z } from 'zod';
import type { RouteTable } from '#platform/http/router.ts';
import { taggedJson } from '#platform/http/tagged.ts';
import { isTokenEndpoint, type TokenEndpoint } from '#platform/http/token-endpoint.ts';
import type { Endpoint } from '#platform/http/types.ts';
import { isListEndpoint } from './endpoint.ts';
import type { FieldNode } from './fields.ts';
import { linesType } from './lines.ts';
import type { List } from './list.ts';
import { isMetaEndpoint, type MetaList } from './meta.ts';
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

const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

const notModified = { description: 'The client already has this answer: If-None-Match names its ETag.' };

/** The API as OpenAPI 3.1, from the lists that the routes serve: the parameters and the responses. */
export function openApi(table: RouteTable) {
  const paths: Record<string, { get?: object; post?: object }> = {};
  const schemas: Record<string, JsonSchema> = { Problem: problemSchema };
  for (const [key, endpoint] of Object.entries(table)) {
    const path = key.slice(key.indexOf('/'));
    if (isListEndpoint(endpoint)) {
      paths[path] = { get: listOperation(endpoint.list) };
      schemas[rowName(endpoint.list)] = rowSchema(endpoint.list.fields);
    } else if (isRandomEndpoint(endpoint)) paths[path] = { get: randomOperation(endpoint.randomOf) };
    else if (isMetaEndpoint(endpoint)) paths[path] = { get: metaOperation(endpoint.meta) };
    else if (isReadEndpoint(endpoint)) paths[path] = { get: readOperation(endpoint) };
    else if (isTokenEndpoint(endpoint))
      paths[path] = { ...paths[path], post: tokenOperation(path, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Paddock',
      version: '1',
      description:
        'The same holds for every list: names of parameters may be written in any case, and unknown ones are ignored; `fields` names what is wanted; pages go on from the last row (`after`) or the first one (`before`). Enumerations are asked for by number or by name, and a number outside of one matches nothing. Times are UTC, durations milliseconds. Answers carry an ETag; If-None-Match saves sending them again. With `Accept: application/x-ndjson` a list is one stream of any length, with a row in each line; `count` is then the number of rows, and `after` goes on where it broke off.',
    },
    paths,
    components: {
      schemas,
      securitySchemes: {
        apiToken: { type: 'http', scheme: 'bearer', description: 'A token from the account page.' },
      },
    },
  };
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
          },
          [linesType]: { schema: { $ref: `#/components/schemas/${rowName(list)}` } },
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

const randomOperation = (list: List) => ({
  operationId: `${list.name}Random`,
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
  parameters: parameters.map((one) => queryParameter(one.name, one.about, one.schema)),
  responses: {
    200: { description: answer.about, content: { [answer.type]: { schema: answer.schema } } },
    400: problem('An invalid parameter; `field` names it.'),
    ...Object.fromEntries(Object.entries(refusals).map(([status, why]) => [status, problem(why)])),
  },
});

/** The JSON Schema of a document that programs send or get. */
function documentSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
  return rest as JsonSchema; // a JSON Schema without the address of its standard
}

const tokenOperation = (path: string, { about, scope, input, output }: TokenEndpoint) => ({
  operationId: `send${path.replace(/(?<!\W)\W+(\w)/g, (__, letter: string) => letter.toUpperCase())}`,
  summary: `${about} Needs an API token with the scope "${scope}".`,
  parameters: [],
  security: [{ apiToken: [] }],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: documentSchema(input, 'input') } },
  },
  responses: {
    200: {
      description: 'The result of each entry, in the order in which they were sent.',
      content: { 'application/json': { schema: documentSchema(output, 'output') } },
    },
    400: problem('An invalid document; `field` names the entry.'),
    401: problem('No API token, or one that is unknown, revoked or expired.'),
    403: problem('The token has another scope, or its owner may not do this.'),
    413: problem('The document is too large.'),
    429: problem('Too many requests or entries with this token; Retry-After says when to try again.'),
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
