import { waypointOf } from '#lib/codes/waypoint.ts';
import { BLOCK, CHALLENGE, COLLECTOR_LIST, PARAMETERS } from '../read/class-ids.ts';
import { vehicleOf } from '../read/environment.ts';
import { MODES } from '../read/mode.ts';
import type { PackDesc } from '../read/nodes.ts';
import { ByteWriter } from './byte-writer.ts';
import type { BlockSpec, FullSpec } from './challenge-spec.ts';

const END_OF_NODE = 0xfaca_de01;
const NO_NODE = 0xffff_ffff;

/** Class ids before TMF. */
const OLD_IDS = new Map([
  [CHALLENGE, 0x2400_3000],
  [COLLECTOR_LIST, 0x2403_c000],
  [PARAMETERS, 0x2400_c000],
  [BLOCK, 0x2400_7000],
]);

/** The body being written, and what its parts need to know. */
class Body {
  readonly w = new ByteWriter();
  readonly spec: FullSpec;
  readonly isTmf: boolean;
  nodes = 1;

  constructor(spec: FullSpec) {
    this.spec = spec;
    this.isTmf = spec.game === 'TMF';
  }

  /** A class id as this game writes it. */
  idOf(classId: number): number {
    return this.isTmf ? classId : (OLD_IDS.get(classId) ?? classId);
  }
  chunk(number: number): void {
    this.w.u32(this.idOf(CHALLENGE) + number);
  }
  skippable(number: number, write: () => void): void {
    this.w.skippable(this.idOf(CHALLENGE) + number, write);
  }
  beginNode(classId: number): void {
    this.w.u32(this.nodes++);
    this.w.u32(this.idOf(classId));
  }
  endNode(): void {
    this.w.u32(END_OF_NODE);
  }
}

/** The unpacked body of a track and its number of nodes. */
export function challengeBody(spec: FullSpec): { body: Uint8Array; nodes: number } {
  const body = new Body(spec);
  writeCarAndRules(body);
  if (spec.game === 'TM 1.0') {
    writeTm10Blocks(body);
  } else {
    writePassword(body);
    if (spec.game === 'TM Power Up') {
      body.chunk(0x013);
      writeBlocks(body);
    } else {
      writeLaterChunks(body);
    }
  }
  body.endNode();
  return { body: body.w.done(), nodes: body.nodes };
}

function writeCarAndRules(body: Body): void {
  const { w, spec } = body;
  body.chunk(0x00d);
  if (spec.car === spec.environment) w.ident('', '', '');
  else w.ident(vehicleOf(spec.car), 'Vehicles', 'Nadeo');
  body.chunk(0x011);
  body.beginNode(COLLECTOR_LIST);
  w.u32(body.idOf(COLLECTOR_LIST));
  w.u32(spec.puzzlePieces.length);
  for (const piece of spec.puzzlePieces) {
    w.ident(piece, spec.collection, 'Nadeo');
    w.u32(1);
  }
  body.endNode();
  body.beginNode(PARAMETERS);
  const id = body.idOf(PARAMETERS);
  w.u32(id + 1);
  for (let tip = 0; tip < 4; tip++) w.string('');
  w.u32(id + 4);
  for (const value of [spec.bronze, spec.silver, spec.gold, spec.authorTimeMs]) w.u32OrNone(value);
  w.u32(0);
  if (spec.game !== 'TM 1.0' && spec.game !== 'TM Power Up') {
    w.u32(id + 8);
    w.u32(spec.timeLimitMs);
    w.u32OrNone(spec.authorScore);
  }
  body.endNode();
  w.u32(spec.authorTimeMs === null ? 6 : 8); // the kind, as in the header
}

function writePassword(body: Body): void {
  const { w, spec } = body;
  if (body.isTmf) {
    body.skippable(0x029, () => {
      w.raw(new Uint8Array(16).fill(spec.hasPassword ? 0x5a : 0)); // a made-up hash
      w.u32(0);
    });
  } else {
    body.skippable(0x014, () => {
      w.u32(0);
      w.string(spec.hasPassword ? 'secret' : '');
    });
  }
}

/** In TM 1.0 every block is a node. */
function writeTm10Blocks(body: Body): void {
  const { w, spec } = body;
  body.chunk(0x012);
  w.string(spec.name);
  body.chunk(0x00f);
  w.ident(spec.uid, spec.collection, spec.authorLogin);
  writeSize(body);
  w.u32(10); // version of the list
  w.u32(spec.blocks.length);
  for (const block of spec.blocks) {
    body.beginNode(BLOCK);
    w.u32(body.idOf(BLOCK) + 2);
    w.ident(block.name, spec.collection, 'Nadeo');
    writePlace(w, block);
    w.u32(flagsOf(block, 24));
    body.endNode();
  }
  w.u32(0);
  w.ident('Simple', spec.collection, 'Nadeo');
}

/** The chunks of TMO and later, in the order of the game. */
function writeLaterChunks(body: Body): void {
  const { w, spec } = body;
  body.skippable(0x017, () => {
    const checkpoints = spec.blocks.filter(({ name }) => waypointOf(name) === 'checkpoint');
    w.u32(checkpoints.length);
    for (const { x, y, z } of checkpoints) for (const at of [x, y, z]) w.u32(at);
  });
  body.skippable(0x018, () => {
    w.u32(spec.laps > 0 ? 1 : 0);
    w.u32(spec.laps || 3); // 3 if it does not matter, as in the game
  });
  body.skippable(0x019, () => writePackDesc(w, spec.mod));
  body.skippable(0x01c, () => w.u32(MODES.indexOf(spec.mode)));
  body.chunk(0x01f);
  writeBlocks(body);
  body.chunk(0x021); // no MediaTracker clips
  for (let clip = 0; clip < 3; clip++) w.u32(NO_NODE);
  body.chunk(0x022);
  w.u32(1);
  body.chunk(0x024);
  writePackDesc(w, spec.music);
  body.chunk(0x025);
  w.zeros(16);
  body.chunk(0x026);
  w.u32(NO_NODE);
  body.chunk(0x028);
  w.u32(0); // no camera
  w.string(spec.comments);
  if (body.isTmf) {
    body.chunk(0x02a);
    w.u32(0);
  }
}

/** Chunks 013 and 01F from the ident on. */
function writeBlocks(body: Body): void {
  const { w, spec } = body;
  const isPowerUp = spec.game === 'TM Power Up';
  w.ident(spec.uid, spec.collection, spec.authorLogin);
  w.string(spec.name);
  w.ident(spec.mood, spec.collection, 'Nadeo');
  writeSize(body);
  w.u32(0);
  if (!isPowerUp) w.u32(1); // version; from this one flags have 32 bits
  if (spec.unlimiterMessage !== null) {
    w.u32(1);
    w.id(spec.unlimiterMessage);
    w.raw(new Uint8Array(8).fill(0xff));
    w.u32(0x2713_3172); // the author TMUnlimiter writes
    w.u32(NO_NODE);
    return;
  }
  w.u32(spec.blocks.length);
  for (const block of spec.blocks) {
    w.id(block.name);
    writePlace(w, block);
    if (isPowerUp) w.u16(flagsOf(block, 12));
    else w.u32(flagsOf(block, 12));
  }
}

function writeSize({ w, spec }: Body): void {
  for (const side of [spec.size.x, spec.size.y, spec.size.z]) w.u32(side);
}

function writePlace(w: ByteWriter, { direction, x, y, z }: BlockSpec): void {
  for (const value of [direction, x, y, z]) w.u8(value);
}

/** Variant from bit 0; ground, clip and pillar from `groundBit` (24 in TM 1.0, 12 later). */
function flagsOf(block: BlockSpec, groundBit: number): number {
  const marks = (block.ground ? 1 : 0) | (block.clip ? 2 : 0) | (block.pillar ? 4 : 0);
  return ((block.variant ?? 0) | (marks << groundBit)) >>> 0;
}

function writePackDesc(w: ByteWriter, file: PackDesc | null): void {
  w.u8(2);
  w.string(file?.file ?? '');
  if (file !== null) w.string(file.url);
}
