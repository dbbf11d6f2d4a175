import { type Block, type BlockList, readBlockList, readTm10Block } from './blocks.ts';
import { BLOCK, CHALLENGE, COLLECTOR_LIST, PARAMETERS } from './class-ids.ts';
import type { Container } from './container.ts';
import { LIMITS } from './limits.ts';
import {
  assertFirst,
  chunkTable,
  findPackDescBefore,
  findSkippable,
  Nodes,
  type PackDesc,
  readChunks,
  readPackDesc,
  STOP,
} from './nodes.ts';
import { COLLECTOR_CHUNKS, type Collector, PARAMETER_CHUNKS, type Parameters } from './parameters.ts';
import { type Ident, Reader } from './reader.ts';

/** Blocks along x, height y, and z. */
export type Size = { readonly x: number; readonly y: number; readonly z: number };

/** Facts of the unpacked body; null or undefined if no chunk of this file has them. Units as in Challenge. */
export type ChallengeBody = Parameters &
  Collector & {
    /** '' for the environment's own car */
    vehicle?: string;
    map?: Ident;
    name?: string;
    decoration: Ident | null;
    size: Size | null;
    list: BlockList | null;
    kind: number | null;
    checkpoints: readonly Size[] | null;
    isLapRace?: boolean;
    laps: number | null;
    mode?: number;
    mod: PackDesc | null;
    music: PackDesc | null;
    comments: string;
    hasPassword: boolean;
  };

const readSize = (r: Reader): Size => ({ x: r.u32(), y: r.u32(), z: r.u32() });

const BLOCK_CHUNKS = chunkTable<Block[]>(BLOCK, {
  0x002: (r, into, nodes) => into.push(readTm10Block(r, nodes)),
});

function readTm10Blocks(r: Reader, into: ChallengeBody, nodes: Nodes): void {
  assertFirst(r, into.map);
  into.map = r.ident();
  into.size = readSize(r);
  r.u32(); // version of the list, 10
  const count = r.count(8, 'blocks', LIMITS.blocks);
  const blocks: Block[] = [];
  for (let i = 0; i < count; i++) nodes.read(r, BLOCK, BLOCK_CHUNKS, blocks);
  into.list = { blocks, hidden: 0 };
  r.u32(); // whether it needs unlocking
  into.decoration = r.ident();
}

/** Power Up (013) and all later games (01F) differ by a version number and the width of the flags. */
function readBlocks(r: Reader, into: ChallengeBody, nodes: Nodes, isPowerUp: boolean): void {
  assertFirst(r, into.map);
  assertFirst(r, into.name);
  into.map = r.ident();
  into.name = r.string(LIMITS.nameBytes);
  into.decoration = r.ident();
  into.size = readSize(r);
  r.u32(); // whether it needs unlocking
  const version = isPowerUp ? 0 : r.u32();
  into.list = readBlockList(r, nodes, version === 0);
}

/** The camera of the thumbnail: a flag, a byte, a 3x3 matrix, a position and three floats. */
function skipCamera(r: Reader): void {
  if (r.u32() !== 0) r.skip(1 + 36 + 12 + 12);
}

/** A 16-byte hash, all zero if there is no password, followed by a checksum. */
function readPasswordHash(r: Reader, into: ChallengeBody): void {
  if (r.take(16).some((byte) => byte !== 0)) into.hasPassword = true;
}

const CHUNKS = chunkTable<ChallengeBody>(CHALLENGE, {
  0x00d: (r, into) => {
    assertFirst(r, into.vehicle);
    into.vehicle = r.ident().uid;
  },
  0x00f: readTm10Blocks,
  0x011: (r, into, nodes) => {
    nodes.read(r, COLLECTOR_LIST, COLLECTOR_CHUNKS, into);
    nodes.read(r, PARAMETERS, PARAMETER_CHUNKS, into);
    into.kind = r.u32();
  },
  0x012: (r, into) => {
    assertFirst(r, into.name);
    into.name = r.string(LIMITS.nameBytes);
  },
  0x013: (r, into, nodes) => readBlocks(r, into, nodes, true),
  0x014: (r, into) => {
    r.u32();
    if (r.string() !== '') into.hasPassword = true;
  },
  0x017: (r, into) => {
    const count = r.count(12, 'checkpoints', LIMITS.listItems);
    into.checkpoints = Array.from({ length: count }, () => readSize(r));
  },
  0x018: (r, into) => {
    assertFirst(r, into.isLapRace);
    into.isLapRace = r.u32() !== 0;
    into.laps = r.u32();
  },
  0x019: (r, into) => {
    into.mod = readPackDesc(r);
  },
  0x01b: (r) => (r.u32() === 0 ? undefined : STOP),
  0x01c: (r, into) => {
    assertFirst(r, into.mode);
    into.mode = r.u32();
  },
  0x01f: (r, into, nodes) => readBlocks(r, into, nodes, false),
  // MediaTracker clips: skipped if there are none.
  0x021: (r, _into, nodes) => nodes.readEmpty(r) ?? nodes.readEmpty(r) ?? nodes.readEmpty(r),
  0x022: (r) => r.u32(),
  0x023: (r) => r.skip(8), // origin of the map
  0x024: (r, into) => {
    into.music = readPackDesc(r);
  },
  0x025: (r) => r.skip(16), // origin and target of the map
  0x026: (r, _into, nodes) => nodes.readEmpty(r),
  0x027: skipCamera,
  0x028: (r, into) => {
    skipCamera(r);
    into.comments = r.string(LIMITS.commentsBytes);
  },
  0x029: readPasswordHash,
  0x02a: (r) => r.u32(), // whether it was made with the simple editor
});

/**
 * Reads the body of a Challenge up to its end or to MediaTracker data, which is not needed here.
 * Throws a Fault if the block list cannot be reached.
 */
export function readChallengeBody(container: Container, bytes: Uint8Array): ChallengeBody {
  const r = new Reader(bytes, 'damaged-body');
  const body: ChallengeBody = {
    decoration: null,
    size: null,
    list: null,
    kind: null,
    checkpoints: null,
    laps: null,
    mod: null,
    music: null,
    comments: '',
    hasPassword: false,
  };
  const nodes = new Nodes(container.nodes, container.externalNodes);
  const stopped = readChunks(r, CHUNKS, body, nodes) === STOP;
  if (body.list === null) throw r.fault();
  if (!stopped && r.left !== 0) throw r.fault();
  if (stopped) {
    // Music and password come after the MediaTracker clips and are found by searching for their bytes.
    const from = r.pos;
    const hash = findSkippable(r, container.classIdRaw + 0x029);
    if (hash !== null) readPasswordHash(hash, body);
    r.pos = from;
    body.music ??= findPackDescBefore(r, container.classIdRaw + 0x024, container.classIdRaw + 0x025);
  }
  return body;
}
