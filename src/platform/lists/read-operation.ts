import type { Endpoint } from '#platform/http/types.ts';
import type { JsonSchema } from './params.ts';

/** A GET of the API that is no list, as the API document and the API page describe it. */
interface ReadOperation {
  readonly name: string;
  readonly about: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly about: string;
    readonly schema: JsonSchema;
  }[];
  /** a request that the API page shows; absent if its answer does not end */
  readonly example?: { readonly about: string; readonly query: string };
  readonly answer: { readonly about: string; readonly type: string; readonly schema: JsonSchema };
  /** why it refuses, by status, apart from invalid parameters */
  readonly refusals: Readonly<Record<number, string>>;
}

/** An endpoint with its description. */
export interface ReadEndpoint extends Endpoint {
  readonly operation: ReadOperation;
}

export const isReadEndpoint = (endpoint: Endpoint): endpoint is ReadEndpoint => 'operation' in endpoint;
