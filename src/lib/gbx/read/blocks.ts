import { type Waypoint, waypointOf } from '#lib/codes/waypoint.ts';
import { BLOCK_SKIN, CHALLENGE, modernId } from './class-ids.ts';
import { LIMITS } from './limits.ts';
import { chunkTable, type Nodes, readPackDesc } from './nodes.ts';
import type { Reader } from './reader.ts';
import { overLimit } from './refusal.ts';

/** One block of a track. x and z are cells of the ground plan, y is height, each 0..255; direction 0 +z, 1 -x, 2 -z, 3 +x. */
export type Block = {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly direction: number;
  /** As stored. TM 1.0 uses other bits, so use the fields below instead. */
  readonly flags: number;
  /** The shape of the block; for roads 0 alone, 1 dead end, 2 corner, 3 straight, 4 T, 5 cross. */
  readonly variant: number;
  readonly ground: boolean;
  /** An automatic border piece. */
  readonly clip: boolean;
  /** An automatic support. */
  readonly pillar: boolean;
};

export type BlockList = {
  readonly blocks: readonly Block[];
  /** Blocks with all flags set: TMUnlimiter hides its blocks and leaves one such block, whose name is a message. */
  readonly hidden: number;
};

/** Positions of the flag bits; those of TM 1.0 were verified with five files. */
type Layout = {
  readonly ground: number;
  readonly clip: number;
  readonly pillar: number;
  readonly skin: number;
};
const TM10: Layout = { ground: 24, clip: 25, pillar: 26, skin: 27 };
const LATER: Layout = { ground: 12, clip: 13, pillar: 14, skin: 15 };

const HIDDEN = 0xffff_ffff;
const NOTHING = {};

const SKIN_CHUNKS = chunkTable<object>(BLOCK_SKIN, {
  0x000: (r) => [r.string(), r.string()],
  0x001: (r) => [r.string(), readPackDesc(r)],
  0x002: (r) => [r.string(), readPackDesc(r), readPackDesc(r)],
  0x003: (r) => [r.u32(), readPackDesc(r)],
});

/** The number of waypoints of each kind. */
export type WaypointCounts = Readonly<Record<Waypoint, number>>;

/**
 * Counts the waypoints by block name; each name is interpreted once. Flags are not used: there is a real track in which
 * all blocks are flagged as border pieces.
 */
export function countWaypoints(blocks: Iterable<Pick<Block, 'name'>>): WaypointCounts {
  const known = new Map<string, Waypoint | null>();
  const counts = { start: 0, checkpoint: 0, finish: 0, multilap: 0 };
  for (const { name } of blocks) {
    let waypoint = known.get(name);
    if (waypoint === undefined) {
      waypoint = waypointOf(name);
      known.set(name, waypoint);
    }
    if (waypoint !== null) counts[waypoint]++;
  }
  return counts;
}

/** The fields of a block after its name. `shortFlags`: Power Up has only 16 bits. */
function readPlaced(r: Reader, name: string, layout: Layout, shortFlags: boolean): Block {
  const direction = r.u8();
  const x = r.u8();
  const y = r.u8();
  const z = r.u8();
  const flags = shortFlags ? r.u16() : r.u32();
  const bit = (position: number) => ((flags >>> position) & 1) === 1;
  return {
    name,
    x,
    y,
    z,
    direction: direction & 3,
    flags,
    variant: flags & 63,
    ground: bit(layout.ground),
    clip: bit(layout.clip),
    pillar: bit(layout.pillar),
  };
}

function readSkin(r: Reader, nodes: Nodes): void {
  nodes.read(r, BLOCK_SKIN, SKIN_CHUNKS, NOTHING);
}

/** One block of TM 1.0: a node's chunk with the name as an ident. */
export function readTm10Block(r: Reader, nodes: Nodes): Block {
  const block = readPlaced(r, r.ident().uid, TM10, false);
  if ((block.flags >>> TM10.skin) & 1) readSkin(r, nodes);
  return block;
}

/**
 * The block list of Power Up (`shortFlags`) and of all later games.
 * Blocks with all flags set are not included in the count, and more of them may follow (TMUnlimiter).
 */
export function readBlockList(r: Reader, nodes: Nodes, shortFlags: boolean): BlockList {
  // 10 bytes: id, direction, three coordinates, 16 flag bits.
  const count = r.count(10, 'blocks', LIMITS.blocks);
  const blocks: Block[] = [];
  let hidden = 0;
  while (blocks.length < count || isName(r)) {
    // A hidden block may replace the counted ones; then a chunk id follows.
    if (hidden > 0 && !isName(r)) break;
    const block = readPlaced(r, r.id(), LATER, shortFlags);
    if (block.flags === HIDDEN) {
      hidden++;
      if (hasAuthor(r)) {
        r.u32();
        readSkin(r, nodes);
      }
    } else {
      if ((block.flags >>> LATER.skin) & 1) {
        r.id(); // author of the custom block
        readSkin(r, nodes);
      }
      blocks.push(block);
    }
    if (blocks.length + hidden > LIMITS.blocks) throw overLimit('blocks', LIMITS.blocks);
  }
  return { blocks, hidden };
}

/** TMUnlimiter writes an author (a bare number) and a skin after its hidden block if the skin flag is set; others do not. */
function hasAuthor(r: Reader): boolean {
  const next = r.peekU32();
  return next !== null && next >>> 30 === 0 && modernId(next) >>> 12 !== CHALLENGE >>> 12;
}

/** Whether a named id comes next: a chunk id never has one of the two top bits. */
function isName(r: Reader): boolean {
  const next = r.peekU32();
  return next !== null && (next >>> 30 === 1 || next >>> 30 === 2);
}
