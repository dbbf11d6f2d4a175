import { modernId } from './class-ids.ts';
import { LIMITS } from './limits.ts';
import type { Reader } from './reader.ts';
import { overLimit } from './refusal.ts';

const END_OF_NODE = 0xfaca_de01;
/** The letters of "SKIP" as the game writes them: the chunk has a length and may be skipped. */
const SKIP_MARK = 0x534b_4950;
const NO_NODE = 0xffff_ffff;

/** Returned by a chunk reader if the rest cannot be read (MediaTracker). */
export const STOP = Symbol('stop');

/** Reads one chunk into the facts of its node; returns STOP or anything else. */
export type ChunkReader<T> = (r: Reader, into: T, nodes: Nodes) => unknown;

/** The chunks of a class that are read, by new id. Other skippable chunks are skipped. */
export type ChunkTable<T> = ReadonlyMap<number, ChunkReader<T>>;

/**
 * Throws a Fault if a chunk that may occur once was already read: with two of them, a file could show one value to this
 * reader and another to the game.
 */
export function assertFirst(r: Reader, value: unknown): void {
  if (value !== undefined) throw r.fault();
}

/** The table of a class by chunk number (the low 12 bits). */
export function chunkTable<T>(
  classId: number,
  readers: Record<number, ChunkReader<T>>,
): Map<number, ChunkReader<T>> {
  return new Map(Object.entries(readers).map(([chunk, read]) => [classId + Number(chunk), read]));
}

/** The nodes of one body. A repeated reference has its data at the first place only. */
export class Nodes {
  readonly #total: number;
  readonly #known: Set<number>;
  #depth = 0;

  constructor(total: number, external: ReadonlySet<number>) {
    this.#total = total;
    this.#known = new Set(external);
  }

  /**
   * Reads a node reference and, if its data follows, the node into `into`. Returns false for no node, an external file or a
   * node read before. Throws a Fault for any other class.
   */
  read<T>(r: Reader, classId: number, chunks: ChunkTable<T>, into: T): boolean {
    if (!this.#isNew(r)) return false;
    if (modernId(r.u32()) !== classId) throw r.fault();
    if (++this.#depth > LIMITS.nodeDepth) throw overLimit('nested nodes', LIMITS.nodeDepth);
    if (readChunks(r, chunks, into, this) === STOP) throw r.fault();
    this.#depth--;
    return true;
  }

  /** Skips a reference that is empty; returns STOP if unreadable data follows. */
  readEmpty(r: Reader): typeof STOP | undefined {
    return this.#isNew(r) ? STOP : undefined;
  }

  #isNew(r: Reader): boolean {
    const index = r.u32();
    if (index === NO_NODE) return false;
    if (index === 0 || index >= this.#total) throw r.fault();
    if (this.#known.has(index)) return false;
    this.#known.add(index);
    return true;
  }
}

/** Reads chunks up to the end of a node. Returns STOP at a chunk that can neither be read nor skipped. */
export function readChunks<T>(
  r: Reader,
  chunks: ChunkTable<T>,
  into: T,
  nodes: Nodes,
): typeof STOP | undefined {
  for (;;) {
    const id = r.u32();
    if (id === END_OF_NODE) return undefined;
    const read = chunks.get(modernId(id));
    if (r.peekU32() === SKIP_MARK) {
      r.u32();
      const chunk = r.within(r.u32());
      read?.(chunk, into, nodes);
    } else if (read === undefined || read(r, into, nodes) === STOP) {
      return STOP;
    }
  }
}

/** A file referenced by the track or ghost: `file` is a Windows path in the game, `url` its download address. */
export type PackDesc = { readonly file: string; readonly url: string };

/** A pack description: u8 version, from 3 a 32-byte checksum, path, and a url if there is a path. */
export function readPackDesc(r: Reader): PackDesc | null {
  const version = r.u8();
  if (version >= 3) r.skip(32);
  const file = r.string();
  const url = version >= 3 || (version >= 1 && file !== '') ? r.string() : '';
  return file === '' ? null : { file, url };
}

/** Moves to the next occurrence of the bytes of a chunk id; false, and at the end, if there is none. */
export function seek(r: Reader, id: number): boolean {
  const { bytes } = r;
  const first = id & 0xff;
  for (let at = r.pos; at + 4 <= r.end; at++) {
    // The first byte nearly always decides, and a plain loop takes a nanosecond per byte regardless of the data.
    if (bytes[at] !== first) continue;
    r.pos = at;
    if (r.peekU32() === id) return true;
  }
  r.pos = r.end;
  return false;
}

/**
 * After a STOP: finds a later skippable chunk by its bytes (`id`, SKIP mark, length) and returns a reader of its content, or
 * null. `id` is as written in this file, so with the old class number in an old file.
 */
export function findSkippable(r: Reader, id: number): Reader | null {
  while (seek(r, id)) {
    r.skip(4);
    const length = r.peekU32(4);
    if (r.peekU32() === SKIP_MARK && length !== null && length <= r.left - 8) {
      r.skip(8);
      return r.within(length);
    }
  }
  return null;
}

/**
 * After a STOP: finds a chunk that is one pack description, recognised by the `following` chunk right after it, or null.
 * Only lengths are compared until both ids match, so that a forged file cannot make it decode text repeatedly.
 */
export function findPackDescBefore(r: Reader, id: number, following: number): PackDesc | null {
  while (seek(r, id)) {
    r.skip(4);
    const version = r.bytes[r.pos];
    const fileBytes = r.peekU32(1);
    if (fileBytes === null) return null;
    if (version !== 1 && version !== 2) continue; // the versions that old games write
    const urlBytes = fileBytes === 0 ? 0 : r.peekU32(5 + fileBytes);
    if (urlBytes === null) continue;
    const length = fileBytes === 0 ? 5 : 9 + fileBytes + urlBytes;
    if (r.peekU32(length) === following) return readPackDesc(r.within(length));
  }
  return null;
}
