import type { Readable } from 'node:stream';
import { maxFormBytes, maxFormFields, nameRefusal, SentForm, tooManyFields } from './form-body.ts';
import { parseInput } from './input.ts';
import { readOptionalJson } from './json-body.ts';
import { badRequest } from './problem.ts';
import type { RouteTable } from './router.ts';
import { answerByToken, type TokenEndpoint } from './token-endpoint.ts';
import type { ApiAddress, Endpoint, HttpRequest } from './types.ts';

/** The addresses at which programs make the writes of these routes, each declared by its write. */
export function apiDoors(routes: RouteTable): RouteTable {
  const doors = new Map<string, { readonly door: TokenEndpoint; readonly address: ApiAddress }>();
  for (const [key, endpoint] of Object.entries(routes)) {
    for (const address of endpoint.api ?? []) {
      const known = doors.get(address.at);
      // a write with two routes, such as PUT and POST, has one door
      if (known?.address === address) continue;
      if (known || Object.hasOwn(routes, address.at))
        throw new Error(`The address "${address.at}" of the write "${key}" is declared twice.`);
      doors.set(address.at, { door: apiDoor(endpoint, address), address });
    }
  }
  return Object.fromEntries([...doors].map(([at, { door }]) => [at, door]));
}

/** The second door of a write: API token → JSON or multipart → everything that the write itself does. */
function apiDoor(endpoint: Endpoint, address: ApiAddress): TokenEndpoint {
  const { scope, about, input, query, files, output, example, parts = {}, fixed } = address;
  return {
    scope,
    ...(endpoint.write && { write: endpoint.write }),
    about,
    input,
    ...(query && { query }),
    ...(files && { files }),
    output,
    example,
    async handle(visitorCtx, request, params) {
      const isForm = files !== undefined && /^multipart\//i.test(request.headers['content-type'] ?? '');
      const named = Object.entries(params).map(([name, value]) => [parts[name] ?? name, value]);
      const parameters = { ...Object.fromEntries(named), ...fixed };
      return answerByToken(visitorCtx, request, scope, async (ctx) => {
        const fields = isForm
          ? undefined
          : fieldsOf(parseInput(input, await readOptionalJson(request, maxFormBytes)));
        return endpoint.handle(ctx, new ProgramRequest(request, fields), parameters);
      });
    },
  };
}

/** A request of a program: without cookies, answered with JSON. */
class ProgramRequest implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: HttpRequest['headers'];
  readonly cookies = {};
  readonly address: string;
  readonly origin: string;
  readonly body: Readable;
  readonly fields?: URLSearchParams;
  readonly #sent: HttpRequest;

  constructor(sent: HttpRequest, fields: URLSearchParams | undefined) {
    const { cookie: _, ...headers } = sent.headers;
    this.method = sent.method;
    this.path = sent.path;
    this.headers = { ...headers, accept: 'application/json' };
    this.address = sent.address;
    this.origin = sent.origin;
    this.body = sent.body;
    if (fields) this.fields = fields;
    this.#sent = sent;
  }

  get query() {
    return this.#sent.query;
  }
  get secure() {
    return this.#sent.secure;
  }
  get signal() {
    return this.#sent.signal;
  }
}

const maxDepth = 6;

/**
 * The fields of a form that mean the same as a JSON document: `{"Tracks": [{"Name": "Loop", "Tags": [1, 2]}]}` is
 * `Tracks[0].Name=Loop`, `Tracks[0].Tags=1` and `Tracks[0].Tags=2`. Null and an empty list are an empty field.
 */
export function fieldsOf(document: object): URLSearchParams {
  const form = new SentForm();
  let count = 0;
  const add = (name: string, value: unknown, depth: number): void => {
    if (depth > maxDepth) throw badRequest('The request is nested too deeply.');
    if (Array.isArray(value) && value.length > 0) {
      for (const [index, item] of value.entries())
        add(typeof item === 'object' && item !== null ? `${name}[${index}]` : name, item, depth + 1);
    } else if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      const prefix = name === '' ? '' : `${name}.`;
      for (const [key, item] of Object.entries(value)) add(`${prefix}${key}`, item, depth + 1);
    } else if (value !== undefined) {
      count += 1;
      if (count > maxFormFields) throw tooManyFields(maxFormFields);
      const refusal = nameRefusal(name);
      if (refusal) throw refusal;
      form.append(name, value === null || Array.isArray(value) ? '' : String(value));
    }
  };
  add('', document, 0);
  return form;
}
