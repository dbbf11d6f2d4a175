import { modernId } from './class-ids.ts';
import { LIMITS } from './limits.ts';
import type { Reader } from './reader.ts';
import { overLimit } from './refusal.ts';

const END_OF_NODE = 0xfaca_de01;
/** The letters of "SKIP" as the game writes them: this chunk carries its length and may be stepped over. */
const SKIP_MARK = 0x534b_4950;
const NO_NODE = 0xffff_ffff;

/** What a chunk reader answers when what follows cannot be read any more (MediaTracker). */
export const STOP = Symbol('stop');

/** Reads one chunk's fields into the facts of its node; answers STOP or anything else. */
export type ChunkReader<T> = (r: Reader, into: T, nodes: Nodes) => unknown;

/** The chunks of a class that are read, by modern id. Skippable ones not listed are stepped over. */
export type ChunkTable<T> = ReadonlyMap<number, ChunkReader<T>>;

/**
 * Throws a Fault if a chunk that occurs once was read before: with two of them, a file could show this reader one value
 * and the game another.
 */
export function assertFirst(r: Reader, value: unknown): void {
  if (value !== undefined) throw r.fault();
}

/** The table of a class from its chunks' own numbers (the low 12 bits). */
export function chunkTable<T>(
  classId: number,
  readers: Record<number, ChunkReader<T>>,
): Map<number, ChunkReader<T>> {
  return new Map(Object.entries(readers).map(([chunk, read]) => [classId + Number(chunk), read]));
}

/** The nodes of one body. A reference met twice holds its data at the first place only. */
export class Nodes {
  readonly #total: number;
  readonly #known: Set<number>;
  #depth = 0;

  constructor(total: number, external: ReadonlySet<number>) {
    this.#total = total;
    this.#known = new Set(external);
  }

  /**
   * Reads a node reference and, if this is where its data is, the node into `into`.
   * Answers false for no node, an outside file, or a node read before. Throws a Fault on any other class.
   */
  read<T>(r: Reader, classId: number, chunks: ChunkTable<T>, into: T): boolean {
    if (!this.#isNew(r)) return false;
    if (modernId(r.u32()) !== classId) throw r.fault();
    if (++this.#depth > LIMITS.nodeDepth) throw overLimit('nested nodes', LIMITS.nodeDepth);
    if (readChunks(r, chunks, into, this) === STOP) throw r.fault();
    this.#depth--;
    return true;
  }

  /** Steps over a reference that is empty; answers STOP if data follows that nobody here can read. */
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

/** Reads chunks up to the end of a node. Answers STOP where a chunk is met that cannot be read or stepped over. */
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

/** A file the track or ghost refers to: `file` is a Windows path of the game, `url` where it may be had. */
export type PackDesc = { readonly file: string; readonly url: string };

/** A pack description: u8 version, from 3 on a 32-byte checksum, path, and a url where there is a path. */
export function readPackDesc(r: Reader): PackDesc | null {
  const version = r.u8();
  if (version >= 3) r.skip(32);
  const file = r.string();
  const url = version >= 3 || (version >= 1 && file !== '') ? r.string() : '';
  return file === '' ? null : { file, url };
}

/** Moves to the next place where the bytes of a chunk id stand; false, at the end, if there is none. */
function seek(r: Reader, id: number): boolean {
  const { bytes } = r;
  const first = id & 0xff;
  for (let at = r.pos; at + 4 <= r.end; at++) {
    // The first byte alone decides nearly always, and a plain loop costs a nanosecond a byte whatever the bytes are.
    if (bytes[at] !== first) continue;
    r.pos = at;
    if (r.peekU32() === id) return true;
  }
  r.pos = r.end;
  return false;
}

/**
 * After a STOP: finds a later skippable chunk by its bytes (`id`, SKIP mark, length) and answers a reader of its content,
 * or null. `id` is as written in this file, so with the old class number in an old file.
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
 * After a STOP: finds a chunk that is one pack description, known by the chunk `following` right behind it, or null.
 * Lengths are only compared until both ids fit, so that a forged file cannot make it decode text again and again.
 */
export function findPackDescBefore(r: Reader, id: number, following: number): PackDesc | null {
  while (seek(r, id)) {
    r.skip(4);
    const version = r.bytes[r.pos];
    const fileBytes = r.peekU32(1);
    if (fileBytes === null) return null;
    if (version !== 1 && version !== 2) continue; // the ones old games write
    const urlBytes = fileBytes === 0 ? 0 : r.peekU32(5 + fileBytes);
    if (urlBytes === null) continue;
    const length = fileBytes === 0 ? 5 : 9 + fileBytes + urlBytes;
    if (r.peekU32(length) === following) return readPackDesc(r.within(length));
  }
  return null;
}
