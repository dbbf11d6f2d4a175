import type { FailedFile } from '../manifest.ts';
import type { RetryingFetch } from './retrying-fetch.ts';

const parallel = 6;

/** A file that will be in a zip. */
export interface WantedFile {
  readonly path: string;
  /** in the zip */
  readonly name: string;
  readonly modifiedAt: Date;
  /** the row of tracks.json; null for replays */
  readonly entry: string | null;
}

type FetchedFile = WantedFile & { readonly bytes: Uint8Array<ArrayBuffer> };

/** The files that arrived, in the order of `wanted`, and the others with their reasons. */
export interface FetchedFiles {
  readonly files: FetchedFile[];
  readonly failed: FailedFile[];
}

/**
 * Fetches files, a few at a time. A file that fails does not stop the others; after `signal` was aborted, the rest is not fetched.
 * Never rejects.
 */
export async function fetchFiles(
  wanted: readonly WantedFile[],
  {
    fetcher,
    signal,
    onFile,
  }: { fetcher: RetryingFetch; signal: AbortSignal; onFile: (bytes: number) => void },
): Promise<FetchedFiles> {
  const results: (Uint8Array<ArrayBuffer> | string)[] = [];
  let next = 0;
  const work = async () => {
    while (next < wanted.length && !signal.aborted) {
      const index = next++;
      const file = wanted[index] as WantedFile; // below the length
      try {
        const bytes = await fetcher.get(file.path, 'application/gbx', async (response) =>
          response.arrayBuffer(),
        );
        results[index] = new Uint8Array(bytes);
        onFile(bytes.byteLength);
      } catch (error) {
        if (signal.aborted) return;
        results[index] = error instanceof Error ? error.message : String(error);
        onFile(0);
      }
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  const files: FetchedFile[] = [];
  const failed: FailedFile[] = [];
  for (const [index, file] of wanted.entries()) {
    const result = results[index] ?? 'The download was cancelled.';
    if (typeof result === 'string') failed.push({ fileName: file.name, reason: result });
    else files.push({ ...file, bytes: result });
  }
  return { files, failed };
}
