import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { SizeLimit } from './limits.ts';

/** A file in the temporary folder, which is not yet part of the store. */
export interface TempBlob {
  readonly sha256: string;
  readonly sizeBytes: number;
  /** its file, for another process that reads it; null: it is in memory */
  readonly path: string | null;
  /** where the bytes are now; for reading them before they are made permanent */
  read(): Promise<Uint8Array>;
}

export interface StoredBlob {
  readonly sizeBytes: number;
  /** `start` and `end` are byte offsets, both inclusive */
  stream(range?: { start: number; end: number }): Readable;
  /** Returns an address at which a client reads the file from the store itself, for a minute and as this type and name. Some stores have none. */
  direct?(shown: ShownAs): Promise<string>;
}

/** The headers with which an object store sends a file. */
export interface ShownAs {
  readonly type: string;
  readonly disposition: string;
}

/**
 * Files by the SHA-256 of their content. The order that keeps files and rows consistent: putTemp → makePermanent (fsync, rename,
 * fsync of the folder) → commit of the row that names it. A file without a row is swept later; a row without a file
 * cannot exist.
 */
export interface BlobStore {
  /**
   * Streams into a temporary file. Rejects with a Problem 413 naming `what`, or with what `limit.reasonFor` returns, as soon as `limit.bytes` is passed; the
   * rest of the source is then left unread, for the caller to drain or destroy.
   */
  putTemp(source: Readable, limit: SizeLimit): Promise<TempBlob>;
  putBytes(bytes: Uint8Array): Promise<TempBlob>;
  /** Again for a blob that is permanent already, as in a transaction that runs again, it does nothing. */
  makePermanent(blob: TempBlob): Promise<void>;
  discard(blob: TempBlob): Promise<void>;
  /** null when there is no such file */
  open(sha256: string): Promise<StoredBlob | null>;
  /** Fills `target` with the beginning of a file; rejects if there is no such file, or a shorter one. */
  read(sha256: string, target: Uint8Array): Promise<void>;
  remove(sha256: string): Promise<void>;
  /** Every permanent file and when it was last made permanent: for the sweep of files that no row names. */
  list(): AsyncIterable<{ sha256: string; storedAt: Date }>;
  /** Removes temporary files whose processes have ended, and returns their number. */
  removeAbandoned(now: Date): Promise<number>;
}

/** The store of a process, with what the process watches. */
export interface ServerBlobStore extends BlobStore {
  /** what was made permanent since it was opened */
  readonly stored: { readonly files: number; readonly bytes: number };
  /** where this process stores files that are being received */
  readonly tempFolder: string;
  /** Rejects unless stored files can be read at the moment. */
  reach(): Promise<void>;
  /** Removes the temporary files of this process. Nothing may be stored afterwards. */
  close(): Promise<void>;
}

/** Bytes in memory as a file of the store, with their hash. */
export function blobOf(bytes: Uint8Array): { readonly sha256: string; readonly blob: StoredBlob } {
  const stream: StoredBlob['stream'] = (range) =>
    Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]);
  return {
    sha256: createHash('sha256').update(bytes).digest('hex'),
    blob: { sizeBytes: bytes.length, stream },
  };
}
