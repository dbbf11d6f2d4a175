import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { directoryEntry, localHeader } from '#lib/zip/records.ts';
import type { BlobStore, StoredBlob } from '#platform/files/blob-store.ts';
import { fileAt, type ZipFile, type ZipPlan } from './plan.ts';

/** A file up to this size is read once; of a larger one, the CRC is calculated before it is read again and sent. */
const readAtOnce = 256 * 1024;
/** Entries of the directory are sent this many at a time. */
const entriesAtOnce = 500;

interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * A planned zip as a file of the store, readable from any byte. Files are read one after the other at the reader's pace; at most one
 * is open, and it is closed when the stream is destroyed. Before a part that contains the directory, the files in front of it are
 * read for their CRCs only. `onSent` is called for each file that was sent from its beginning.
 */
export function zipBlob(
  store: Pick<BlobStore, 'open'>,
  plan: ZipPlan,
  onSent: (index: number) => void = () => undefined,
): StoredBlob {
  const whole = { start: 0, end: plan.sizeBytes - 1 };
  return {
    sizeBytes: plan.sizeBytes,
    stream: (range = whole) => {
      const bytes = new ZipReader(store, plan, range, onSent).read();
      return Readable.from(bytes, { objectMode: false, highWaterMark: 64 * 1024 });
    },
  };
}

class ZipReader {
  readonly #store: Pick<BlobStore, 'open'>;
  readonly #plan: ZipPlan;
  readonly #range: Range;
  readonly #onSent: (index: number) => void;
  readonly #hasDirectory: boolean;
  readonly #crcs: Uint32Array;
  readonly #known: Uint8Array;

  constructor(store: Pick<BlobStore, 'open'>, plan: ZipPlan, range: Range, onSent: (index: number) => void) {
    this.#store = store;
    this.#plan = plan;
    this.#range = range;
    this.#onSent = onSent;
    this.#hasDirectory = range.end >= plan.directoryAt;
    this.#crcs = new Uint32Array(plan.files.length);
    this.#known = new Uint8Array(plan.files.length);
  }

  async *read(): AsyncGenerator<Uint8Array> {
    const { files, offsets, directoryAt } = this.#plan;
    const { start, end } = this.#range;
    if (start < directoryAt) {
      for (let index = fileAt(this.#plan, start); index < files.length; index++) {
        const offset = offsets[index] ?? 0;
        if (offset > end) break;
        yield* this.#file(index, offset);
        if (start <= offset) this.#onSent(index);
      }
    }
    if (this.#hasDirectory) yield* this.#directory();
  }

  /** The wanted part of a file and its header. */
  async *#file(index: number, offset: number): AsyncGenerator<Uint8Array> {
    const file = this.#fileOf(index);
    const headerEnd = offset + localHeader(file, 0).length;
    const { start, end } = this.#range;
    const needsCrc = start < headerEnd || this.#hasDirectory;
    if (needsCrc && file.sizeBytes <= readAtOnce) {
      const chunks = await allOf(this.#bytesOf(file));
      const header = localHeader(file, this.#remember(index, chunks));
      yield* this.#part(Buffer.concat([header, ...chunks]), offset);
      return;
    }
    if (needsCrc) yield* this.#part(localHeader(file, await this.#crcOf(index)), offset);
    const from = Math.max(start, headerEnd) - headerEnd;
    const to = Math.min(end - headerEnd, file.sizeBytes - 1);
    if (from <= to) yield* this.#bytesOf(file, { start: from, end: to });
  }

  async *#directory(): AsyncGenerator<Uint8Array> {
    const { files, offsets, directoryAt, end } = this.#plan;
    let at = directoryAt;
    for (let first = 0; first < files.length; first += entriesAtOnce) {
      const entries: Uint8Array[] = [];
      for (let index = first; index < Math.min(first + entriesAtOnce, files.length); index++)
        entries.push(directoryEntry(this.#fileOf(index), await this.#crcOf(index), offsets[index] ?? 0));
      const bytes = Buffer.concat(entries);
      yield* this.#part(bytes, at);
      at += bytes.length;
    }
    yield* this.#part(end, at);
  }

  /** The wanted part of bytes that begin at `at` of the zip. */
  *#part(bytes: Uint8Array, at: number): Generator<Uint8Array> {
    const part = bytes.subarray(Math.max(0, this.#range.start - at), Math.max(0, this.#range.end - at + 1));
    if (part.length > 0) yield part;
  }

  #fileOf(index: number): ZipFile {
    const file = this.#plan.files[index];
    if (!file) throw new RangeError(`The zip has no file ${index}.`);
    return file;
  }

  async #crcOf(index: number): Promise<number> {
    if (this.#known[index]) return this.#crcs[index] ?? 0;
    return this.#rememberCrc(index, await crcOf(this.#bytesOf(this.#fileOf(index))));
  }

  #remember(index: number, chunks: readonly Uint8Array[]): number {
    return this.#rememberCrc(
      index,
      chunks.reduce((crc, chunk) => crc32(chunk, crc), 0),
    );
  }

  #rememberCrc(index: number, crc: number): number {
    this.#crcs[index] = crc;
    this.#known[index] = 1;
    return crc;
  }

  /** A file that has vanished since the zip was planned breaks the connection: its length is already announced. */
  async *#bytesOf(file: ZipFile, range?: Range): AsyncGenerator<Uint8Array> {
    if ('bytes' in file) {
      yield range ? file.bytes.subarray(range.start, range.end + 1) : file.bytes;
      return;
    }
    const blob = await this.#store.open(file.sha256);
    if (blob?.sizeBytes !== file.sizeBytes)
      throw new Error(`${file.name} has changed while it was zipped: ${file.sha256}`);
    yield* blob.stream(range);
  }
}

async function allOf(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return chunks;
}

async function crcOf(bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let crc = 0;
  for await (const chunk of bytes) crc = crc32(chunk, crc);
  return crc;
}
