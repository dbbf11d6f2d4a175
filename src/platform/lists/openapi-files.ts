import type { FileOperation } from '#platform/http/file-operation.ts';
import { camelOf, partsOf, problem } from './openapi-tokens.ts';
import type { JsonSchema } from './params.ts';

/** The description of such an address. */
export const fileOperation = (path: string, { about, kind, type, query = {} }: FileOperation) => ({
  operationId: `get${camelOf(path)}`,
  summary: about,
  tags: [kind],
  parameters: [
    ...partsOf(path),
    ...Object.entries(query).map(([name, description]) => ({
      name,
      in: 'query' as const,
      description,
      schema: { type: 'string' } as JsonSchema,
    })),
  ],
  responses: {
    ...(type === null
      ? { 302: { description: 'Where it is.', headers: { Location: { schema: { type: 'string' } } } } }
      : {
          200: { description: 'The content.', content: { [type]: { schema: { type: 'string' } } } },
          304: { description: 'The client already has it: If-None-Match names its ETag.' },
        }),
    404: problem('It does not exist, or a visitor may not see it.'),
  },
});
