import type { z } from 'zod';
import { type SourceAnswer, type SourceClient, SourceFailure } from '#platform/remote/polite-client.ts';
import { routes } from '#routes/routes.ts';
import { Changes, mistakeIn, Page, Total } from '../source-rows.ts';

const mebibyte = 1024 * 1024;
const listBytes = 32 * mebibyte;
/** The description of the API of a large site. */
const documentBytes = 8 * mebibyte;

/** A list of the source: its address, the schema of its rows, its id and the fields that are requested. */
export interface SourceList<Row extends z.ZodType> {
  readonly path: string;
  readonly row: Row;
  readonly id: string;
  readonly fields: { readonly usual: string; readonly further: readonly string[] };
}

interface SourcePage<Row> {
  readonly rows: readonly Row[];
  /** rows that do not have the shape of this list, each with the reason */
  readonly invalid: readonly { readonly id: number | null; readonly reason: string }[];
  /** of all rows, invalid ones too; null: without one */
  readonly ids: readonly (number | null)[];
  /** of the last row */
  readonly last: number | null;
  readonly more: boolean;
}

/** A file that did not arrive, and when it is requested again. */
export interface MissingFile {
  readonly bytes: null;
  readonly reason: string;
  readonly again: 'in this run' | 'in the next run' | 'never';
}

export type SourceFile = { readonly bytes: Buffer; readonly etag: string | null } | MissingFile;

interface FileRequest {
  readonly maxBytes: number;
  readonly accept: string;
  /** recognises a file by its first bytes */
  readonly isFile: (bytes: Buffer) => boolean;
  /** of the file that is here: it is sent only if it has changed */
  readonly etag: string | null;
}

/** The other site, read through its public API. Every answer is checked before anything follows from it. */
export class Source {
  readonly #client: SourceClient;
  #known: ReadonlyMap<string, ReadonlySet<string>> | undefined;

  constructor(client: SourceClient) {
    this.#client = client;
  }

  /** One page of a list. An answer that is not one, such as HTML with status 200, is requested again. */
  async page<Row extends z.ZodType>(
    list: SourceList<Row>,
    params: Readonly<Record<string, string | number>>,
  ): Promise<SourcePage<z.output<Row>>> {
    const query = new URLSearchParams({
      ...Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)])),
      fields: await this.#fields(list),
    });
    const { More, Results } = await this.#client.get(`${list.path}?${query}`, {
      maxBytes: listBytes,
      accept: 'application/json',
      read: (answer) => {
        if (answer.status !== 200)
          throw new SourceFailure(`It answers ${answer.status}.`, { isTemporary: false });
        const page = Page.safeParse(jsonIn(answer));
        if (!page.success)
          throw wrong(`It answers with something else than a list: ${mistakeIn(page.error)}.`);
        return page.data;
      },
    });
    const rows: z.output<Row>[] = [];
    const invalid: { id: number | null; reason: string }[] = [];
    for (const result of Results) {
      const parsed = list.row.safeParse(result);
      if (parsed.success) rows.push(parsed.data);
      else invalid.push({ id: idOf(result, list.id), reason: mistakeIn(parsed.error) });
    }
    const ids = Results.map((result) => idOf(result, list.id));
    return { rows, invalid, ids, last: ids.at(-1) ?? null, more: More };
  }

  /** How many rows a list has; null if the source does not say so. */
  async total({ path }: SourceList<z.ZodType>, params: Readonly<Record<string, string | number>>) {
    const query = new URLSearchParams(
      Object.entries({ ...params, count: 0, total: 1 }).map(([name, value]) => [name, String(value)]),
    );
    return this.#client
      .get(`${path}?${query}`, {
        maxBytes: listBytes,
        accept: 'application/json',
        read: (answer) =>
          answer.status === 200 ? (Total.safeParse(jsonIn(answer)).data?.Total ?? null) : null,
      })
      .catch((error: unknown) => {
        if (error instanceof SourceFailure && !error.isTemporary) return null;
        throw error;
      });
  }

  /** All rows of a list, page by page. Ends with a failure if the pages do not advance. */
  async *pages<Row extends z.ZodType>(
    list: SourceList<Row>,
    params: Readonly<Record<string, string | number>>,
    after: number | null = null,
  ): AsyncGenerator<SourcePage<z.output<Row>>> {
    const seen = new Set<number>();
    for (let cursor = after; ; ) {
      const page = await this.page(list, { ...params, ...(cursor !== null && { after: cursor }) });
      yield page;
      if (!page.more || page.last === null) return;
      if (seen.has(page.last))
        throw new SourceFailure(`${list.path}: its pages repeat themselves.`, { isTemporary: true });
      seen.add(page.last);
      cursor = page.last;
    }
  }

  /** A file. `isFile` recognises one by its first bytes; anything else with status 200 is requested again. */
  file(path: string, { maxBytes, accept, isFile, etag }: FileRequest): Promise<SourceFile | 'unchanged'> {
    return this.#client
      .get<SourceFile | 'unchanged'>(path, {
        maxBytes,
        accept,
        etag,
        read({ status, bytes, etag }) {
          if (status === 304) return 'unchanged';
          if (status === 403)
            return {
              bytes: null,
              reason: 'The source does not give it out yet (403).',
              again: 'in the next run',
            };
          if (status !== 200)
            return { bytes: null, reason: `The source has no such file (${status}).`, again: 'never' };
          if (bytes.length === 0) throw wrong('It answers with an empty file.');
          if (!isFile(bytes)) throw wrong('It answers with something else than the file.');
          return { bytes, etag };
        },
      })
      .catch((error: unknown) => {
        if (!(error instanceof SourceFailure)) throw error;
        return { bytes: null, reason: error.message, again: error.isTemporary ? 'in this run' : 'never' };
      });
  }

  /** A page of the source's log of changes; `since` null: only where it ends. Null: the source has none. */
  async changes(since: number): Promise<z.output<typeof Changes> | 'too old'>;
  async changes(since: null): Promise<z.output<typeof Changes> | 'too old' | null>;
  async changes(since: number | null): Promise<z.output<typeof Changes> | 'too old' | null> {
    this.#known ??= await this.#knownFields();
    if (since === null && !this.#known.has(routes.apiChanges())) return null;
    const query = since === null ? '' : `?since=${since}`;
    return this.#client.get(routes.apiChanges() + query, {
      maxBytes: listBytes,
      accept: 'application/json',
      read(answer) {
        if (answer.status === 410) return 'too old';
        const page = Changes.safeParse(jsonIn(answer));
        if (!page.success)
          throw wrong(`It answers with something else than changes: ${mistakeIn(page.error)}.`);
        return page.data;
      },
    });
  }

  async #fields({ path, fields }: SourceList<z.ZodType>): Promise<string> {
    this.#known ??= await this.#knownFields();
    const known = this.#known.get(path);
    return [fields.usual, ...fields.further.filter((field) => known?.has(field))].join(',');
  }

  /** The fields of each list by the source's own OpenAPI document; without one, only the usual fields are requested. */
  #knownFields(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    return this.#client
      .get(routes.apiDocument(), {
        maxBytes: documentBytes,
        accept: 'application/json',
        read: (answer) => (answer.status === 200 && isJson(answer) ? fieldsIn(jsonIn(answer)) : new Map()),
      })
      .catch((error: unknown) => {
        if (error instanceof SourceFailure && !error.isTemporary) return new Map();
        throw error;
      });
  }
}

const wrong = (message: string) => new SourceFailure(message, { isTemporary: true });

const isJson = ({ type }: SourceAnswer) => /^(?:application|text)\/(?:[\w.-]+\+)?json$/.test(type);

function jsonIn(answer: SourceAnswer): unknown {
  if (!isJson(answer)) throw wrong(`It answers with ${answer.type || 'an unknown type'} instead of JSON.`);
  try {
    return JSON.parse(answer.bytes.toString('utf8'));
  } catch {
    throw wrong(answer.bytes.length === 0 ? 'Its answer is empty.' : 'Its answer is not valid JSON.');
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function idOf(row: unknown, id: string): number | null {
  const value = isObject(row) ? row[id] : null;
  return Number.isSafeInteger(value) ? Number(value) : null;
}

/** The names of the properties of each list's rows, by the path of the list. */
function fieldsIn(document: unknown): Map<string, ReadonlySet<string>> {
  const at = (value: unknown, ...keys: readonly string[]): unknown =>
    keys.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : null), value);
  const paths = at(document, 'paths');
  if (!isObject(paths)) return new Map();
  return new Map(
    Object.keys(paths).map((path) => {
      const schema = at(paths, path, 'get', 'responses', '200', 'content', 'application/json', 'schema');
      const reference = at(schema, 'properties', 'Results', 'items', '$ref');
      const name = typeof reference === 'string' ? (reference.split('/').at(-1) ?? '') : '';
      const properties = at(document, 'components', 'schemas', name, 'properties');
      return [path, new Set(isObject(properties) ? Object.keys(properties) : [])];
    }),
  );
}
