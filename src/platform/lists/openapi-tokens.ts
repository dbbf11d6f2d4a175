import { z } from 'zod';
import { tokenScopes } from '#lib/codes/token-scopes.ts';
import type { TokenEndpoint } from '#platform/http/token-endpoint.ts';
import type { Method } from '#platform/http/types.ts';
import type { JsonSchema } from './params.ts';

/** A failure in the document of the API. */
export const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

/** The path of a route as OpenAPI writes it: `/api/tracks/{trackId}`. */
export const templateOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

/** The named parts of a route as parameters. */
export const partsOf = (path: string) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const isNumber = /^(?:id|n|\w+Id)$/.test(name) && name !== 'dumpId';
    const meaning = name === 'id' ? 'Its number.' : `Its ${name[0]?.toUpperCase()}${name.slice(1)}.`;
    return {
      name,
      in: 'path' as const,
      required: true,
      description: meaning,
      schema: (isNumber ? { type: 'integer', minimum: 0 } : { type: 'string' }) as JsonSchema,
    };
  });

/** The words of a path as the end of a name. */
export const camelOf = (path: string): string =>
  path.replace(/(?<!\W)\W+(\w)/g, (_, letter: string) => letter.toUpperCase());

const verbs: Readonly<Record<Method, string>> = {
  GET: 'read',
  POST: 'send',
  PUT: 'put',
  PATCH: 'edit',
  DELETE: 'delete',
};

/** `POST /api/tracks/:trackId/comments` is `sendApiTracksTrackIdComments`. */
const operationId = (method: Method, path: string) => `${verbs[method]}${camelOf(path)}`;

/** The JSON Schema of a document that programs send or get. */
function documentSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    override({ jsonSchema }) {
      // a whole number without bounds
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return rest as JsonSchema; // a JSON Schema without the address of its standard
}

/** What a multipart form may contain: its files, and any of the fields that its pages have. */
const formSchema = (files: Readonly<Record<string, string>>): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(files).map(([name, description]) => [
      name,
      { type: 'string', contentMediaType: 'application/octet-stream', description },
    ]),
  ),
});

const bodyOf = ({ input, files, example }: TokenEndpoint) =>
  input && {
    requestBody: {
      required: z.safeParse(input, {}).success === false,
      content: {
        'application/json': {
          schema: documentSchema(input, 'input'),
          ...(example && { example }),
        },
        ...(files && { 'multipart/form-data': { schema: formSchema(files) } }),
      },
    },
  };

/** An address for programs with an API token. */
export function tokenOperation(method: Method, path: string, endpoint: TokenEndpoint) {
  const { about, scope, output, query = {} } = endpoint;
  const isWrite = method !== 'GET';
  const needs = scope === 'any' ? 'an API token' : `an API token with the scope "${scope}"`;
  return {
    operationId: operationId(method, path),
    summary: about,
    tags: [scope === 'any' ? 'tokens' : `with ${scope}`],
    description: `Needs ${needs}${scope === 'any' ? '' : `: “${tokenScopes[scope]}”`}.`,
    parameters: [
      ...partsOf(path),
      ...Object.entries(query).map(([name, description]) => ({
        name,
        in: 'query' as const,
        description,
        schema: { type: 'string' } as JsonSchema,
      })),
    ],
    security: [{ apiToken: [] }, { oauth2: scope === 'any' ? [] : [scope] }],
    ...bodyOf(endpoint),
    responses: {
      200: {
        description: isWrite ? 'What was done.' : 'What was read.',
        content: { 'application/json': { schema: documentSchema(output, 'output') } },
      },
      ...(isWrite && { 400: problem('An invalid document; `field` names what is wrong.') }),
      401: problem('No API token, or one that is unknown, revoked or expired.'),
      403: problem(
        'The token has another scope, which WWW-Authenticate names, or its owner may not do this.',
      ),
      404: problem('It does not exist, or the owner of the token may not see it.'),
      ...(isWrite && {
        409: problem('It was changed in the meantime, or needs a confirmation.'),
        413: problem('The document is too large.'),
        415: problem('The document is of another type.'),
        422: problem('The content is refused.'),
      }),
      429: problem(
        'Too many requests of this account or from this address; Retry-After says when to try again.',
      ),
      503: problem('The site is busy, or the edition is read-only; Retry-After says when to try again.'),
    },
  };
}
