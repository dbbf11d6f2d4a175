import { partsOf } from '../choice.ts';
import type { FailedFile } from '../manifest.ts';
import { fetchFiles, type WantedFile } from './fetch-files.ts';
import { RetryingFetch } from './retrying-fetch.ts';
import type { OpenSink } from './sinks.ts';
import { loadZipLibrary, writeZip } from './write-zip.ts';
import type { Listing } from './zip-source.ts';

export interface Progress {
  /** files that arrived or failed */
  readonly done: number;
  readonly total: number;
  readonly bytes: number;
  /** null: too early to tell */
  readonly remainingMs: number | null;
  readonly zips: number;
}

export interface ZipResult {
  /** files in the zips */
  readonly files: number;
  readonly bytes: number;
  readonly zips: number;
  readonly failed: readonly FailedFile[];
  readonly isCancelled: boolean;
}

/** an estimate from fewer files is too unreliable */
const fewestToGuess = 5;

interface Job {
  readonly listing: Pick<Listing, 'source' | 'zipName'>;
  /** those chosen, in the order of the zips */
  readonly files: readonly WantedFile[];
  readonly openSink: OpenSink;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** Fetches files and saves them as zips, one after the other, so that the memory holds one. Cancelling saves what has arrived. */
export async function runZipJob({ listing, files, openSink, signal, onProgress }: Job): Promise<ZipResult> {
  const Zip = await loadZipLibrary();
  const fetcher = new RetryingFetch(signal);
  const parts = partsOf(files);
  const startedAt = performance.now();
  const result = { files: 0, bytes: 0, zips: 0, failed: [] as FailedFile[] };
  let done = 0;
  const onFile = (bytes: number) => {
    done += 1;
    result.bytes += bytes;
    const elapsedMs = performance.now() - startedAt;
    const remainingMs = done < fewestToGuess ? null : (elapsedMs / done) * (files.length - done);
    onProgress({ done, total: files.length, bytes: result.bytes, remainingMs, zips: parts.length });
  };
  for (const [index, part] of parts.entries()) {
    if (signal.aborted) break;
    const fetched = await fetchFiles(part, { fetcher, signal, onFile });
    result.failed.push(...fetched.failed);
    if (fetched.files.length === 0 && signal.aborted) break;
    const sink = await openSink(listing.zipName(parts.length === 1 ? null : index + 1));
    try {
      await writeZip(Zip, fetched, { source: listing.source, sink });
    } catch (error) {
      await sink.abort().catch(() => {}); // the first error is the one to report
      throw error;
    }
    result.files += fetched.files.length;
    result.zips += 1;
  }
  // everything may have arrived before the button was pressed
  return { ...result, isCancelled: signal.aborted && result.files < files.length };
}
