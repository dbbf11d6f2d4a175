import { join } from 'node:path';
import type { Logger } from 'pino';
import type { ServerBlobStore } from './blob-store.ts';
import { DiskBlobStore } from './disk.ts';
import { MovingBlobStore } from './moving.ts';
import type { S3Address } from './s3/address.ts';
import { S3BlobStore } from './s3/s3-store.ts';

/** Where files are stored: in the data folder, or in an object store. */
export type FilePlace = 'disk' | S3Address;

export interface FilePlaces {
  readonly place: FilePlace;
  /** where they were before, while they move; null otherwise */
  readonly former: FilePlace | null;
  /** the origin at which visitors reach the object store; without one they get files from the application only */
  readonly direct?: string | null;
}

interface Opening {
  readonly dataDir: string;
  readonly now: Date;
  readonly log?: Pick<Logger, 'error' | 'info'>;
  readonly direct?: string | null;
}

/** Opens the store at one place. */
export function openPlace(
  place: FilePlace,
  { dataDir, now, log, direct = null }: Opening,
): Promise<ServerBlobStore> {
  const folder = join(dataDir, 'files');
  return place === 'disk'
    ? DiskBlobStore.open(folder, now, log)
    : S3BlobStore.open({
        address: place,
        tempFolder: join(folder, 'temp'),
        now,
        direct,
        ...(log && { log }),
      });
}

/** Opens the store of an installation; while files move, both places. */
export async function openFiles(
  { place, former, direct }: FilePlaces,
  opening: Opening,
): Promise<ServerBlobStore> {
  const store = await openPlace(place, { ...opening, direct });
  return former === null ? store : new MovingBlobStore(store, await openPlace(former, opening));
}
