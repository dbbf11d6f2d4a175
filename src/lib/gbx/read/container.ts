import { modernId } from './class-ids.ts';
import { LIMITS } from './limits.ts';
import { lzo1xDecompress } from './lzo1x.ts';
import { Reader } from './reader.ts';
import { Fault, overLimit, tooLarge } from './refusal.ts';

/** One header chunk: its id with a modern class number, and its bytes (a view of the file). */
export type HeaderChunk = { readonly id: number; readonly bytes: Uint8Array };

/** The outer structure of a GBX file; the body is not unpacked yet. */
export type Container = {
  /** The four letters after the version, e.g. BUCR: binary, uncompressed reference table, compressed body, R. */
  readonly format: string;
  /** The class id as written. */
  readonly classIdRaw: number;
  readonly classId: number;
  readonly headerChunks: readonly HeaderChunk[];
  readonly nodes: number;
  /** Numbers of nodes that are other files and have no data in the body. */
  readonly externalNodes: ReadonlySet<number>;
  readonly body: { readonly packed: Uint8Array; readonly compressed: boolean; readonly size: number };
};

const VERSION = 6;
const HEAVY = 0x8000_0000;

/** A header chunk of which perhaps only the first bytes are there; `size` is what the table of chunks says. */
export type ChunkStart = HeaderChunk & { readonly size: number };

/** The beginning of a GBX file. `chunks` is empty where the table of header chunks is missing or does not add up. */
export type Head = Pick<Container, 'format' | 'classIdRaw' | 'classId'> & {
  readonly chunks: readonly ChunkStart[];
};

/**
 * Reads magic, version, format, class and the header chunks from the first bytes of a file, as far as they are there.
 * Throws a Fault, but never for a size.
 */
export function readHead(bytes: Uint8Array): Head {
  const { r, format, classIdRaw } = openContainer(bytes);
  const userDataBytes = r.u32();
  const count = userDataBytes >= 4 ? r.u32() : 0;
  const tableBytes = 4 + 8 * count;
  const head = { format, classIdRaw, classId: modernId(classIdRaw), chunks: [] };
  if (count > LIMITS.headerChunks || 8 * count > r.left) return head;
  const table = readChunkTable(r, count);
  if (table.reduce((sum, { size }) => sum + size, tableBytes) !== userDataBytes) return head;
  return {
    ...head,
    chunks: table.map(({ id, size }) => ({ id, size, bytes: r.take(Math.min(size, r.left)) })),
  };
}

/** The parts before the reference table. Separate, because a newer game must be recognised before the size is checked. */
export type Preamble = Pick<Container, 'format' | 'classIdRaw' | 'classId' | 'headerChunks'> & {
  readonly next: number;
};

/** Reads magic, version and format, and leaves the reader behind the class id. */
function openContainer(bytes: Uint8Array): { r: Reader; format: string; classIdRaw: number } {
  for (let i = 0; i < 3 && i < bytes.length; i++) {
    if (bytes[i] !== 'GBX'.charCodeAt(i)) throw new Fault('not-gbx');
  }
  if (bytes.length < 25) throw new Fault('too-short');
  const r = new Reader(bytes, 'truncated', 3);
  if (r.u16() !== VERSION) throw new Fault('unknown-container');
  const format = String.fromCharCode(r.u8(), r.u8(), r.u8(), r.u8());
  if (!/^BU[CU][RE]$/.test(format)) throw new Fault('unknown-container');
  return { r, format, classIdRaw: r.u32() };
}

/** Reads magic, version, format, class and header chunks. Throws a Fault. */
export function readPreamble(bytes: Uint8Array): Preamble {
  const { r, format, classIdRaw } = openContainer(bytes);
  const userDataBytes = r.u32();
  if (userDataBytes > r.left) throw r.fault();
  if (userDataBytes > LIMITS.userDataBytes) throw tooLarge('The header of this file', LIMITS.userDataBytes);
  const userData = new Reader(bytes, 'damaged-header', r.pos, r.pos + userDataBytes);
  r.skip(userDataBytes);
  const headerChunks = userDataBytes === 0 ? [] : readHeaderChunks(userData);
  return { format, classIdRaw, classId: modernId(classIdRaw), headerChunks, next: r.pos };
}

function readHeaderChunks(r: Reader): HeaderChunk[] {
  const count = r.count(8, 'header chunks', LIMITS.headerChunks);
  const chunks = readChunkTable(r, count).map(({ id, size }) => ({ id, bytes: r.take(size) }));
  // The table adds up exactly in every real file; remaining bytes mean that a size was altered.
  if (r.left !== 0) throw r.fault();
  return chunks;
}

/** Id and size of each header chunk; the bit for a chunk that the game may skip is left out. */
function readChunkTable(r: Reader, count: number): { id: number; size: number }[] {
  return Array.from({ length: count }, () => {
    const id = modernId(r.u32());
    const size = r.u32();
    return { id, size: size >= HEAVY ? size - HEAVY : size };
  });
}

/** Reads the reference table and locates the body, which must end exactly at the end of the file. Throws a Fault. */
export function readContainer(bytes: Uint8Array, preamble: Preamble): Container {
  const r = new Reader(bytes, 'truncated', preamble.next);
  const nodes = r.u32();
  if (nodes > LIMITS.nodes) throw overLimit('nodes', LIMITS.nodes);
  const externalNodes = readReferences(new Reader(bytes, 'damaged-header', r.pos), (pos) => {
    r.pos = pos;
  });
  const { format, classIdRaw, classId, headerChunks } = preamble;
  const compressed = format[2] === 'C';
  const size = compressed ? r.u32() : r.left;
  const packedBytes = compressed ? r.u32() : r.left;
  if (packedBytes > r.left) throw r.fault();
  if (packedBytes < r.left) throw new Fault('trailing-bytes');
  const packed = r.take(packedBytes);
  return {
    format,
    classIdRaw,
    classId,
    headerChunks,
    nodes,
    externalNodes,
    body: { packed, compressed, size },
  };
}

function readReferences(r: Reader, done: (pos: number) => void): ReadonlySet<number> {
  const count = r.u32();
  if (count > LIMITS.externalFiles) throw overLimit('outside files', LIMITS.externalFiles);
  const nodes = new Set<number>();
  if (count > 0) {
    r.u32(); // how many folders to climb before the tree starts
    let folders = 0;
    const readFolders = (depth: number): void => {
      const children = r.count(8, 'folders', LIMITS.externalFolders);
      folders += children;
      if (folders > LIMITS.externalFolders || depth > LIMITS.externalDepth) {
        throw overLimit('folders', LIMITS.externalFolders);
      }
      for (let i = 0; i < children; i++) {
        r.string(LIMITS.nameBytes);
        readFolders(depth + 1);
      }
    };
    readFolders(1);
    for (let i = 0; i < count; i++) {
      const isResource = (r.u32() & 4) !== 0;
      if (isResource) r.u32();
      else r.string(LIMITS.nameBytes);
      nodes.add(r.u32());
      r.u32(); // whether to use the file itself
      if (!isResource) r.u32(); // its folder
    }
  }
  done(r.pos);
  return nodes;
}

/** The body's bytes, unpacked if necessary; size and ratio are checked first. Throws a Fault. */
export function unpackBody(container: Container, maxBytes: number): Uint8Array {
  const { packed, compressed, size } = container.body;
  if (size > maxBytes) throw tooLarge('The data packed in this file', maxBytes);
  if (!compressed) return packed;
  if (size > packed.length * LIMITS.lzoRatio) {
    throw new Fault('over-limit', 'This file claims to unpack to far more than its size allows.');
  }
  return lzo1xDecompress(packed, size);
}
