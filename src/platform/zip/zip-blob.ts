import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { directoryEntry, localHeader, localHeaderBytes } from '#lib/zip/records.ts';
import type { BlobStore, StoredBlob } from '#platform/files/blob-store.ts';
import type { ReusingStream } from '#platform/http/send.ts';
import { fileAt, type ZipFile, type ZipPlan } from './plan.ts';

/** A file up to this size is read once; of a larger one, the CRC is calculated before it is read again and sent. */
const readAtOnce = 128 * 1024;
/** Such files are read while those before them are sent. */
const filesAhead = 4;
/** Room for such a file, and its header unless its name is very long. */
const bufferBytes = readAtOnce + 1024;
/** Entries of the directory are sent this many at a time. */
const entriesAtOnce = 500;

type Files = Pick<BlobStore, 'open' | 'read'>;

interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * A planned zip as a file of the store, readable from any byte. Files are read at the reader's pace, a few of them ahead, and closed
 * when the stream is destroyed. Memory is reused if the reader releases chunks. Before a part that contains the directory, the files
 * in front of it are read for their CRCs only. `onSent` is called for each file that was sent from its beginning.
 */
export function zipBlob(
  store: Files,
  plan: ZipPlan,
  onSent: (index: number) => void = () => undefined,
): StoredBlob {
  const whole = { start: 0, end: plan.sizeBytes - 1 };
  return {
    sizeBytes: plan.sizeBytes,
    stream: (range = whole) => {
      const reader = new ZipReader(store, plan, range, onSent);
      const bytes = Readable.from(reader.read(), { objectMode: false, highWaterMark: 64 * 1024 });
      return Object.assign(bytes, { release: reader.release }) satisfies ReusingStream;
    },
  };
}

class ZipReader {
  readonly #store: Files;
  readonly #plan: ZipPlan;
  readonly #range: Range;
  readonly #onSent: (index: number) => void;
  readonly #hasDirectory: boolean;
  readonly #crcs: Uint32Array;
  readonly #known: Uint8Array;
  /** headers and files by index, read or being read */
  readonly #ahead = new Map<number, Promise<Buffer>>();
  readonly #lent = new Set<ArrayBufferLike>();
  readonly #free: Buffer[] = [];

  constructor(store: Files, plan: ZipPlan, range: Range, onSent: (index: number) => void) {
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
    for (let index = fileAt(this.#plan, start); start < directoryAt && index < files.length; index++) {
      const offset = offsets[index] ?? 0;
      if (offset > end) break;
      const file = this.#fileOf(index);
      const needsCrc = start < offset + localHeaderBytes(file) || this.#hasDirectory;
      if (needsCrc && isSmall(file)) yield this.#part(await this.#readAhead(index), offset);
      else yield* this.#large(index, offset, needsCrc);
      if (start <= offset) this.#onSent(index);
    }
    if (this.#hasDirectory) yield* this.#directory();
  }

  /** The requested part of a file that is sent in several pieces, or that begins before the range. */
  async *#large(index: number, offset: number, needsCrc: boolean): AsyncGenerator<Uint8Array> {
    const file = this.#fileOf(index);
    const { start, end } = this.#range;
    const headerEnd = offset + localHeaderBytes(file);
    if (needsCrc) {
      const header = this.#part(localHeader(file, await this.#crcOf(index)), offset);
      if (header.length > 0) yield header;
    }
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
      const part = this.#part(bytes, at);
      if (part.length > 0) yield part;
      at += bytes.length;
    }
    yield this.#part(end, at);
  }

  /** The requested part of bytes that begin at `at` of the zip. */
  #part(bytes: Uint8Array, at: number): Uint8Array {
    return bytes.subarray(Math.max(0, this.#range.start - at), Math.max(0, this.#range.end - at + 1));
  }

  #fileOf(index: number): ZipFile {
    const file = this.#plan.files[index];
    if (!file) throw new RangeError(`The zip has no file ${index}.`);
    return file;
  }

  /** The header and bytes of a small file. The next ones are read meanwhile. */
  #readAhead(index: number): Promise<Buffer> {
    const { files, offsets } = this.#plan;
    const last = Math.min(index + filesAhead, files.length - 1);
    for (let next = index; next <= last && (offsets[next] ?? 0) <= this.#range.end; next++) {
      if (this.#ahead.has(next) || !isSmall(this.#fileOf(next))) continue;
      const reading = this.#withHeader(next);
      reading.catch(() => undefined); // reported when its turn comes
      this.#ahead.set(next, reading);
    }
    const own = this.#ahead.get(index) ?? this.#withHeader(index);
    this.#ahead.delete(index);
    return own;
  }

  async #withHeader(index: number): Promise<Buffer> {
    const file = this.#fileOf(index);
    const headerBytes = localHeaderBytes(file);
    const bytes = this.#lend(headerBytes + file.sizeBytes);
    await this.#fill(file, bytes.subarray(headerBytes));
    bytes.set(localHeader(file, this.#remember(index, crc32(bytes.subarray(headerBytes)))));
    return bytes;
  }

  #lend(length: number): Buffer {
    if (length > bufferBytes) return Buffer.allocUnsafe(length);
    const buffer = this.#free.pop() ?? Buffer.allocUnsafeSlow(bufferBytes);
    this.#lent.add(buffer.buffer);
    return buffer.subarray(0, length);
  }

  /** Reclaims the memory of a chunk that was sent. */
  readonly release = ({ buffer }: Uint8Array): void => {
    if (this.#lent.delete(buffer)) this.#free.push(Buffer.from(buffer));
  };

  async #crcOf(index: number): Promise<number> {
    if (this.#known[index]) return this.#crcs[index] ?? 0;
    const file = this.#fileOf(index);
    if (!isSmall(file)) return this.#remember(index, await crcOf(this.#bytesOf(file)));
    const bytes = this.#lend(file.sizeBytes);
    await this.#fill(file, bytes);
    const crc = this.#remember(index, crc32(bytes));
    this.release(bytes);
    return crc;
  }

  #remember(index: number, crc: number): number {
    this.#crcs[index] = crc;
    this.#known[index] = 1;
    return crc;
  }

  async #fill(file: ZipFile, target: Uint8Array): Promise<void> {
    if ('bytes' in file) return target.set(file.bytes);
    try {
      await this.#store.read(file.sha256, target);
    } catch (cause) {
      throw new Error(changed(file), { cause });
    }
  }

  /** A file that has vanished since the zip was planned breaks the connection: its length is already announced. */
  async *#bytesOf(file: ZipFile, range?: Range): AsyncGenerator<Uint8Array> {
    if ('bytes' in file) {
      yield range ? file.bytes.subarray(range.start, range.end + 1) : file.bytes;
      return;
    }
    const blob = await this.#store.open(file.sha256);
    if (blob?.sizeBytes !== file.sizeBytes) throw new Error(changed(file));
    yield* blob.stream(range);
  }
}

const isSmall = ({ sizeBytes }: ZipFile): boolean => sizeBytes <= readAtOnce;

const changed = ({ name }: ZipFile): string => `${name} has changed while it was zipped.`;

async function crcOf(bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let crc = 0;
  for await (const chunk of bytes) crc = crc32(chunk, crc);
  return crc;
}
