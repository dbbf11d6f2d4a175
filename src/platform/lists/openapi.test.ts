import { expect, test } from 'vitest';
import { z } from 'zod';
import { app } from '#app.ts';
import { tokenScopeNames } from '#lib/codes/token-scopes.ts';
import { apiVersion, apiVersions } from '#lib/wire/api-versions.ts';
import { isTokenEndpoint } from '#platform/http/token-endpoint.ts';
import { routes } from '#routes/routes.ts';
import { isListEndpoint } from './endpoint.ts';
import { isMetaEndpoint } from './meta.ts';
import { openApi } from './openapi.ts';
import { isRandomEndpoint } from './random.ts';
import { isReadEndpoint } from './read-operation.ts';

const document = openApi(app.routes);

/** By the keys of their routes. */
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, operation]) =>
      [`${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`, operation] as const,
  ),
);

/** JSON Schema as far as OpenAPI 3.1 is used here: only these keywords, each as the standard defines it. */
const typeName = z.enum(['integer', 'number', 'string', 'boolean', 'object', 'array', 'null']);
const Schema: z.ZodType = z.lazy(() =>
  z.strictObject({
    type: z.union([typeName, z.array(typeName).min(1)]).optional(),
    description: z.string().optional(),
    pattern: z.string().optional(),
    enum: z
      .array(z.union([z.string(), z.number()]))
      .min(1)
      .optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    minItems: z.number().optional(),
    maxItems: z.number().optional(),
    maxLength: z.number().optional(),
    additionalProperties: z.literal(false).optional(),
    default: z.union([z.number(), z.string()]).optional(),
    items: Schema.optional(),
    properties: z.record(z.string(), Schema).optional(),
    required: z.array(z.string()).optional(),
    oneOf: z.array(Schema).optional(),
    anyOf: z.array(Schema).optional(),
    const: z.union([z.string(), z.number(), z.boolean()]).optional(),
    exclusiveMinimum: z.number().optional(),
    contentMediaType: z.literal('application/octet-stream').optional(),
    $ref: z.string().startsWith('#/components/schemas/').optional(),
  }),
);
const Parameter = z.strictObject({
  name: z.string().min(1),
  in: z.enum(['query', 'path']),
  required: z.literal(true).optional(),
  description: z.string().min(1),
  schema: Schema,
  style: z.literal('form').optional(),
  explode: z.boolean().optional(),
});
const Answer = z.strictObject({
  description: z.string().min(1),
  content: z
    .record(
      z.string().regex(/^(?:application|image|text)\/(?:[\w+-]+|\*)$/),
      z.strictObject({ schema: Schema, example: z.unknown().optional() }),
    )
    .optional(),
  headers: z.record(z.string(), z.strictObject({ schema: Schema })).optional(),
});
const Operation = z.strictObject({
  operationId: z.string().regex(/^\w+$/),
  summary: z.string().min(1),
  tags: z.tuple([z.string().min(1)]),
  parameters: z.array(Parameter),
  responses: z.record(z.string().regex(/^[1-5]\d\d$/), Answer),
});
const WithToken = Operation.extend({
  description: z.string().min(1),
  security: z.tuple([
    z.strictObject({ apiToken: z.tuple([]) }),
    z.strictObject({ oauth2: z.array(z.enum(tokenScopeNames)).max(1) }),
  ]),
  requestBody: z
    .strictObject({
      required: z.boolean(),
      content: z.strictObject({
        'application/json': z.strictObject({
          schema: Schema,
          example: z.record(z.string(), z.unknown()).optional(),
        }),
        'multipart/form-data': z.strictObject({ schema: Schema }).optional(),
      }),
    })
    .optional(),
});
const Document = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.strictObject({
    title: z.string(),
    version: z.literal(apiVersion),
    license: z.strictObject({ name: z.string(), identifier: z.string() }),
    description: z.string(),
  }),
  servers: z.tuple([z.strictObject({ url: z.literal('/'), description: z.string() })]),
  security: z.tuple([]),
  tags: z.array(z.strictObject({ name: z.string(), description: z.string().min(1) })),
  paths: z.record(
    z.string().regex(/^\/[\w/{}.-]+$/),
    z.strictObject({
      get: z.union([Operation, WithToken]).optional(),
      post: WithToken.optional(),
      put: WithToken.optional(),
      patch: WithToken.optional(),
      delete: WithToken.optional(),
    }),
  ),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^\w+$/), Schema),
    securitySchemes: z.strictObject({
      apiToken: z.strictObject({
        type: z.literal('http'),
        scheme: z.literal('bearer'),
        description: z.string().min(1),
      }),
      oauth2: z.strictObject({
        type: z.literal('oauth2'),
        description: z.string().min(1),
        flows: z.strictObject({
          authorizationCode: z.strictObject({
            authorizationUrl: z.literal(routes.oauthAuthorize()),
            tokenUrl: z.literal(routes.oauthToken()),
            scopes: z.record(z.enum(tokenScopeNames), z.string().min(1)),
          }),
        }),
      }),
    }),
  }),
});

test('the document is valid OpenAPI 3.1', () => {
  expect(Document.safeParse(JSON.parse(JSON.stringify(document))).error?.issues ?? []).toEqual([]);
});

test('every list has an example: a page with a row of its default fields, which fits the schema', () => {
  const { paths, components } = Document.parse(JSON.parse(JSON.stringify(document)));
  const lists = Object.entries(paths).flatMap(([path, { get }]) =>
    get?.tags[0] === 'lists' && !('security' in get) ? [[path, get] as const] : [],
  );
  expect(lists.length).toBeGreaterThan(10);
  type Known = Parameters<typeof z.fromJSONSchema>[0];
  for (const [path, { operationId, responses }] of lists) {
    const row = z.strictObject(
      (z.fromJSONSchema(components.schemas[`${operationId}Row`] as Known) as z.ZodObject).shape, // rows are objects
    );
    const page = z.strictObject({ More: z.boolean(), Results: z.tuple([row]) });
    const { content = {} } = responses['200'] ?? {};
    expect([path, page.safeParse(content['application/json']?.example).error?.issues]).toEqual([
      path,
      undefined,
    ]);
    const line = content['application/x-ndjson']?.example;
    expect([path, row.safeParse(line).error?.issues]).toEqual([path, undefined]);
    expect(Object.keys(line as object)).not.toEqual([]);
  }
});

test('every operation documents its failures: lists 400 and 410, random redirects 400 and 404, each as a Problem', () => {
  const { paths } = Document.parse(JSON.parse(JSON.stringify(document)));
  for (const [path, { get }] of Object.entries(paths)) {
    if (!get || 'security' in get || !/^(?:lists|random|meta|changes)$/.test(get.tags[0])) continue;
    const ofLists = path.endsWith('random') ? ['302', '400', '404'] : ['200', '304', '400', '410'];
    const endpoint = new Map(Object.entries(app.routes)).get(`GET ${path}`);
    const ofReads = endpoint &&
      isReadEndpoint(endpoint) && ['200', '400', ...Object.keys(endpoint.operation.refusals)];
    const wanted = ofReads || (path.startsWith('/api/meta/') ? ['200', '304'] : ofLists);
    expect([path, Object.keys(get.responses).sort()]).toEqual([path, wanted]);
    for (const status of wanted.filter((code) => code >= '400'))
      expect([path, get.responses[status]?.content]).toEqual([
        path,
        { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      ]);
    const names = get.parameters.map(({ name }) => name.toLowerCase());
    expect([path, names.length]).toEqual([path, new Set(names).size]);
    if (path.endsWith('random')) expect(get.responses['302']?.headers).toHaveProperty('Location');
  }
});

test('lists, random redirects, the meaning of numbers, other reads and files are described, and nothing else', () => {
  const served = Object.entries(app.routes).filter(
    ([, endpoint]) =>
      isListEndpoint(endpoint) ||
      isRandomEndpoint(endpoint) ||
      isMetaEndpoint(endpoint) ||
      isReadEndpoint(endpoint) ||
      endpoint.file !== undefined,
  );
  const open = operations.filter(([, operation]) => !('security' in operation));
  expect(open.map(([key]) => key).sort()).toEqual(served.map(([key]) => key).sort());
  expect(served.length).toBeGreaterThan(10);
});

/** Addresses that no program needs, each with the reason. */
const undescribed: Readonly<Record<string, string>> = {
  'GET /api/openapi.json': 'the document itself',
  'GET /.well-known/oauth-authorization-server': 'a document that RFC 8414 describes',
  'GET /api/viewer': 'the session of a browser',
  'GET /login/from/:site': 'a step of signing in',
  'GET /login/to/:site': 'a step of signing in',
  'GET /login/crossed': 'a step of signing in',
  'GET /account/export.zip': 'the data of the user of a session',
  'GET /notices/latest': 'the notices of the user of a session',
  'GET /reports': 'leads to a page',
  'GET /postshow/:postId': 'leads to a page',
  'GET /playlatertext': 'the list of a session; programs read /api/playlater',
  'GET /trackplay/:id': 'opens the game',
  'GET /trackpackplay/:id': 'opens the game',
  'GET /trackpackrecords/:id': 'leads to a page',
  'GET /trackpackmanage/:packId/tracks': 'of a session; programs read /api/trackpacks/{packId}/tracks',
  'GET /trackselsewhere': 'a helper of a page',
  'GET /messagenames': 'a helper of a page',
  'GET /remotepicture/:key': 'a copy for pages',
  'GET /api/remote/video/:videoId': 'a helper of a form',
};

test('every address that is not a page is described, or a reason says why not', () => {
  const described = new Set<string>(operations.map(([key]) => key));
  const missing = Object.keys(app.routes).filter((key) => key.startsWith('GET ') && !described.has(key));
  expect(missing.sort()).toEqual(Object.keys(undescribed).sort());
});

test('what the recommended rules of linters for OpenAPI ask for', () => {
  const tags = new Set(document.tags.map(({ name }) => name));
  expect(tags.size).toBe(document.tags.length);
  for (const [key, operation] of operations) {
    const { parameters, responses, tags: own } = operation as z.output<typeof Operation>; // checked above
    expect([key, own.filter((tag) => !tags.has(tag))]).toEqual([key, []]);
    expect([key, Object.keys(responses).some((code) => /^[23]/.test(code))]).toEqual([key, true]);
    expect([
      key,
      Object.keys(responses).some((code) => code.startsWith('4') || key.includes('/meta/')),
    ]).toEqual([key, true]);
    const inPath = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
    expect([key, inPath]).toEqual([key, [...key.matchAll(/:(\w+)/g)].map(([, name]) => name)]);
  }
  const usedTags = new Set(
    operations.flatMap(([, operation]) => (operation as z.output<typeof Operation>).tags as string[]),
  );
  expect([...tags].filter((tag) => !usedTags.has(tag))).toEqual([]);
});

test('versions are in order, each with its day', () => {
  const days = apiVersions.map(({ on }) => on);
  expect(days).toEqual(days.toSorted().reverse());
  expect(days.every((day) => /^\d{4}-\d{2}-\d{2}$/.test(day))).toBe(true);
  expect(new Set(apiVersions.map(({ version }) => version)).size).toBe(apiVersions.length);
});

test('every endpoint that takes API tokens is described as one, and nothing else is', () => {
  const takesTokens = Object.entries(app.routes).filter(([, endpoint]) => isTokenEndpoint(endpoint));
  const described = operations.filter(([, operation]) => 'security' in operation);
  expect(described.map(([key]) => key).sort()).toEqual(takesTokens.map(([key]) => key).sort());
  expect(takesTokens.every(([key]) => /^[A-Z]+ \/api\//.test(key))).toBe(true);
});

test('the example of each document that programs send is such a document', () => {
  for (const [key, { input, example }] of Object.entries(app.routes).flatMap(([route, endpoint]) =>
    isTokenEndpoint(endpoint) ? [[route, endpoint] as const] : [],
  ))
    if (example && Object.keys(example).length > 0)
      expect([key, input?.safeParse(example).error?.issues]).toEqual([key, undefined]);
});

test('each filter is a parameter, in addition to the eight that every list has', () => {
  for (const [key, endpoint] of Object.entries(app.routes)) {
    if (!isListEndpoint(endpoint)) continue;
    const { get } = document.paths[key.slice('GET '.length)] ?? {};
    const names = (get as { parameters: { name: string }[] }).parameters.map(({ name }) => name); // created just above
    expect(names).toEqual([
      'fields',
      'count',
      'total',
      'order1',
      'order2',
      'after',
      'before',
      'from',
      ...Object.keys(endpoint.list.filters),
    ]);
  }
});

test('every reference has a target and every operation has a unique name', () => {
  const text = JSON.stringify(document);
  const wanted = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map((match) => match[1] ?? '');
  for (const name of wanted) expect(document.components.schemas).toHaveProperty(name);
  const ids = [...text.matchAll(/"operationId":"(\w+)"/g)].map((match) => match[1]);
  expect(new Set(ids).size).toBe(ids.length);
});
