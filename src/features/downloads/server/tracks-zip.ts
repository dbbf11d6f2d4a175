import { trackList } from '#features/tracks/list/server/list.ts';
import { filesOfTracks } from '#features/tracks/server/repo.ts';
import type { Ctx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import type { HttpRequest } from '#platform/http/types.ts';
import type { Params } from '#platform/lists/params.ts';
import { parseRows, readPage } from '#platform/lists/run.ts';
import type { ZipFile } from '#platform/zip/plan.ts';
import { manifestName, trackEntryName, uniqueNames } from '../file-names.ts';
import {
  type FailedFile,
  type ManifestRow,
  manifestFields,
  manifestText,
  manifestTrack,
} from '../manifest.ts';
import { problemOf, textFile, type ZipContent } from './zip-content.ts';

interface Wanted {
  /** of the track list, cursors included */
  readonly params: Params;
  /** tracks in the zip */
  readonly most: number;
  /** the Problem if more tracks match; without it, the first ones are zipped */
  readonly tooMany?: Problem;
  /** for tracks.json */
  readonly source: string;
  /** rows are read in small pages, so that little memory is needed and no connection is occupied for long */
  readonly pageRows?: number;
}

/** The tracks of a list that this viewer may see, with tracks.json. Throws a Problem 404 if there are none. */
export async function zippedTracks(
  ctx: Ctx,
  request: Pick<HttpRequest, 'method' | 'signal'>,
  { params, most, tooMany, source, pageRows = 250 }: Wanted,
): Promise<ZipContent> {
  const collected = new Collected(ctx, request);
  let cursor = new Map([...params].filter(([name]) => name === 'after' || name === 'from'));
  for (let more = true; more; ) {
    if (request.signal.aborted) throw new Problem(400, 'The client has left.');
    const left = most - collected.size;
    if (left === 0 && tooMany) throw tooMany;
    if (left === 0) break;
    const pageParams = new Map([
      ...[...params].filter(([name]) => name !== 'after' && name !== 'from'),
      ['fields', manifestFields],
      ['count', [String(Math.min(left, pageRows))]],
      ...cursor,
    ]);
    const page = await readPage(ctx, trackList, pageParams);
    const rows = parseRows<ManifestRow>(page.rows);
    const isProgress = await collected.add(rows);
    more = page.more && isProgress;
    cursor = new Map([['after', [String(rows.at(-1)?.TrackId)]]]);
  }
  return collected.content(source);
}

class Collected {
  readonly #ctx: Ctx;
  readonly #request: Pick<HttpRequest, 'method'>;
  readonly #unique = uniqueNames();
  readonly #seen = new Set<number>();
  readonly #files: ZipFile[] = [];
  readonly #failed: FailedFile[] = [];
  readonly #entries: string[] = [];
  readonly #trackIds: number[] = [];

  constructor(ctx: Ctx, request: Pick<HttpRequest, 'method'>) {
    this.#ctx = ctx;
    this.#request = request;
  }

  get size(): number {
    return this.#seen.size;
  }

  /** False if no track is new: a list may change between two pages, and a track move to the next one. */
  async add(rows: readonly ManifestRow[]): Promise<boolean> {
    const fresh = rows.filter(({ TrackId }) => !this.#seen.has(TrackId));
    const stored = await filesOfTracks(
      this.#ctx,
      fresh.map(({ TrackId }) => TrackId),
    );
    const problems = await Promise.all(
      fresh.map(({ TrackId }) => {
        const file = stored.get(TrackId);
        return file ? problemOf(this.#ctx, this.#request, file) : 'The track was deleted.';
      }),
    );
    for (const [index, row] of fresh.entries()) {
      this.#seen.add(row.TrackId);
      const name = this.#unique(trackEntryName(row.TrackName, row.TrackId));
      const file = stored.get(row.TrackId);
      const reason = problems[index];
      if (file && !reason) this.#addFile(row, name, file);
      else this.#failed.push({ fileName: name, reason: reason ?? 'The track was deleted.' });
    }
    return fresh.length > 0;
  }

  #addFile(
    row: ManifestRow,
    name: string,
    file: { sha256: string; file_size: number; uploaded_at: Date },
  ): void {
    this.#files.push({ name, sizeBytes: file.file_size, modifiedAt: file.uploaded_at, sha256: file.sha256 });
    this.#entries.push(JSON.stringify(manifestTrack(row, this.#seen.size, name)));
    this.#trackIds.push(row.TrackId);
  }

  content(source: string): ZipContent {
    if (this.#seen.size === 0) throw new Problem(404, 'No maps found');
    const manifest = textFile(manifestName, manifestText(source, this.#entries), this.#files);
    return { files: [...this.#files, manifest], failed: this.#failed, trackIds: this.#trackIds };
  }
}
