import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { SourceAnswer, SourceClient, SourceRequest } from '#platform/remote/polite-client.ts';
import { SourceFailure } from '#platform/remote/polite-client.ts';
import { routes } from '#routes/routes.ts';
import { type DumpRows, dumpFiles, listAt } from './dump-rows.ts';

interface Files {
  /** a folder in which files are named by their SHA-256; null: none */
  readonly folder: string | null;
  /** the site itself, for files that the folder does not have; null: it is not asked */
  readonly site: SourceClient | null;
}

/** Answers as the site did of which a dump was made: lists from the dump, files from a folder or from the site. */
export class DumpClient implements SourceClient {
  readonly #rows: DumpRows;
  readonly #files: Files;
  /** requests that were answered */
  sent = 0;

  constructor(rows: DumpRows, files: Files) {
    this.#rows = rows;
    this.#files = files;
  }

  async get<T>(path: string, wanted: SourceRequest<T>): Promise<T> {
    const url = new URL(path, 'http://dump.invalid');
    this.sent += 1;
    const answer = await this.#answer(url);
    if (answer) return wanted.read(answer);
    const hash = this.#rows.hashAt(url.pathname + url.search);
    const bytes = hash === null ? null : await this.#fileNamed(hash);
    if (bytes) return wanted.read({ status: 200, type: 'application/octet-stream', etag: null, bytes });
    if (this.#files.site) return this.#files.site.get(path, wanted);
    return wanted.read({ status: 404, type: '', etag: null, bytes: Buffer.alloc(0) });
  }

  async #answer({ pathname, searchParams }: URL): Promise<SourceAnswer | null> {
    if (pathname === routes.apiChanges()) return this.#changes(searchParams.get('since'));
    if (pathname === routes.apiDocument()) return json(documentOf(await this.#rows.schema()));
    const list = listAt(pathname);
    if (!list) return null;
    const number = (name: string) => (searchParams.has(name) ? Number(searchParams.get(name)) : null);
    const packId = number('packid');
    const { rows, more } = this.#rows.page(packId === null ? list : 'packentries', {
      count: number('count') ?? 40,
      after: number('after'),
      ids: searchParams.get('id')?.split(',').map(Number) ?? null,
      parent: packId ?? number('trackid'),
      // the mirror asks only for the newest row in this order
      newestFirst: searchParams.get('order1') === '2',
      userId: number('userid') ?? number('authoruserid'),
    });
    const total = isOfWholeList(searchParams) ? `"Total":${this.#rows.total(list)},` : '';
    return answered(`{"More":${more},${total}"Results":[${rows.join()}]}`);
  }

  /** The dump is one moment: nothing has happened since, and what happened before is in its rows. */
  #changes(since: string | null): SourceAnswer {
    const Last = this.#rows.manifest.Changes;
    if (since !== null && Number(since) < Last)
      return { status: 410, type: '', etag: null, bytes: Buffer.alloc(0) };
    return json({ More: false, Last, Results: [] });
  }

  async #fileNamed(hash: string): Promise<Buffer | null> {
    const { folder } = this.#files;
    if (folder === null) return null;
    for (const place of [hash, join(hash.slice(0, 2), hash.slice(2, 4), hash)])
      try {
        return await readFile(join(folder, place));
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
      }
    return null;
  }

  close(): void {
    this.#rows.close();
    this.#files.site?.close();
  }
}

/** Whether a request asks for the total of a list without any filter. */
const isOfWholeList = (params: URLSearchParams): boolean =>
  params.get('total') === '1' &&
  [...params.keys()].every((name) => ['count', 'fields', 'order1', 'total'].includes(name));

const answered = (text: string): SourceAnswer => ({
  status: 200,
  type: 'application/json',
  etag: null,
  bytes: Buffer.from(text),
});
const json = (value: unknown) => answered(JSON.stringify(value));

/** The part of a description of the API that says which fields the lists of the dump have. */
function documentOf(schema: unknown): object {
  const { $defs } = z.object({ $defs: z.record(z.string(), z.unknown()) }).parse(schema);
  const names = ['tracks', 'replays', 'comments', 'awards', 'trackpacks', 'users'] as const;
  const schemas = { ...$defs, tracks: merged($defs.tracks, $defs.packentries) };
  const paths = new Map(
    [
      [routes.apiTracks(), 'tracks'],
      [routes.apiReplays(), 'replays'],
      [routes.apiComments(), 'comments'],
      [routes.apiAwards(), 'awards'],
      [routes.apiPacks(), 'trackpacks'],
      [routes.apiUsers(), 'users'],
    ].map(([path = '', name]) => [
      path,
      { get: { responses: { 200: contentOf(`#/components/schemas/${name}`) } } },
    ]),
  );
  return names.every((name) => $defs[name])
    ? { paths: { ...Object.fromEntries(paths), [routes.apiChanges()]: {} }, components: { schemas } }
    : {};
}

const contentOf = ($ref: string) => ({
  content: { 'application/json': { schema: { properties: { Results: { items: { $ref } } } } } },
});

/** Entries of packs are rows of tracks with further fields. */
const merged = (...schemas: readonly unknown[]): object => ({
  properties: Object.assign(
    {},
    ...schemas.map(
      (one) => z.object({ properties: z.record(z.string(), z.unknown()) }).parse(one).properties,
    ),
  ),
});

const Offered = z.object({
  Results: z
    .array(
      z.object({
        Dump: z.string().max(50),
        Manifest: z.string().max(300),
        Files: z.array(z.object({ Path: z.string().max(300) })).max(1000),
      }),
    )
    .max(100),
});
/** Of a file of a dump that is fetched. */
const mostBytes = 1024 ** 3;

/** The key with which a site signs its dumps, as PEM. */
export const keyOfSite = (site: SourceClient): Promise<string> =>
  site.get(routes.dumpKey(), {
    maxBytes: 10_000,
    accept: 'application/x-pem-file',
    read: ({ status, bytes }) => {
      if (status !== 200) throw new SourceFailure('It offers no key for its dumps.', { isTemporary: false });
      return bytes.toString();
    },
  });

/** Fetches the latest dump that a site offers into a folder. */
export async function fetchDump(site: SourceClient, folder: string): Promise<void> {
  const body = (path: string) =>
    site.get(path, {
      maxBytes: mostBytes,
      accept: '*/*',
      read: ({ status, bytes }) => (status === 200 ? bytes : null),
    });
  const offered = await body(routes.apiDumps());
  const [latest] = offered ? Offered.parse(JSON.parse(offered.toString())).Results : [];
  if (!latest) throw new SourceFailure('It offers no dump.', { isTemporary: false });
  for (const name of ['manifest.json', 'manifest.json.sig', ...dumpFiles]) {
    const bytes = await body(routes.dumpFile(latest.Dump, name));
    if (!bytes) throw new SourceFailure(`Its latest dump has no ${name}.`, { isTemporary: false });
    await writeFile(join(folder, name), bytes);
  }
}
