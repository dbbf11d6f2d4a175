import { assertBodyAgrees, assertXmlAgrees } from './agreement.ts';
import { readChallengeBody } from './challenge-body.ts';
import { readChallengeChunks } from './challenge-header.ts';
import { CHALLENGE, GHOST, REPLAY } from './class-ids.ts';
import { type Container, readContainer, readPreamble, unpackBody } from './container.ts';
import type { EmbeddedMap } from './embedded-map.ts';
import { environmentOf } from './environment.ts';
import { emptyGhost, GHOST_CHUNKS, type Ghost } from './ghost.ts';
import { findInputs, type Inputs, readInputs, readOldInputs } from './inputs.ts';
import { LIMITS } from './limits.ts';
import { chunkTable, findSkippable, Nodes, readChunks, STOP } from './nodes.ts';
import { Reader } from './reader.ts';
import { Fault, tooLarge } from './refusal.ts';

/** Facts of the unpacked body of a replay. */
export type ReplayBody = {
  map: EmbeddedMap | null;
  ghosts: readonly Ghost[];
  /** Inputs stored outside the ghosts, as in games before TMU. */
  inputs: Inputs | null;
  /** The program that recorded the replay, as noted by games before TMU. */
  exe: string | null;
};

/** Reads the embedded track, with the limits of a track. Throws a Fault. */
function readMap(bytes: Uint8Array): EmbeddedMap {
  if (bytes.length > LIMITS.challengeFileBytes)
    throw tooLarge('The track in this file', LIMITS.challengeFileBytes);
  const preamble = readPreamble(bytes);
  if (preamble.classId !== CHALLENGE) throw new Fault('damaged-body');
  const headerless = preamble.headerChunks.length === 0;
  const header = headerless ? null : readChallengeChunks(preamble);
  const container = readContainer(bytes, preamble);
  const body = readChallengeBody(container, unpackBody(container, LIMITS.challengeBodyBytes));
  if (header !== null) {
    assertXmlAgrees(header);
    assertBodyAgrees(header, body);
  }
  const map = header?.common.map ?? body.map;
  if (map === undefined) throw new Fault('damaged-body');
  return {
    headerless,
    uid: map.uid,
    environment: environmentOf(map.collection),
    name: header?.common.name || (body.name ?? ''),
    authorLogin: map.author,
    bytes,
  };
}

function readGhosts(r: Reader, nodes: Nodes): Ghost[] {
  r.u32(); // version of the list, 10
  const count = r.count(4, 'ghosts', LIMITS.ghosts);
  const ghosts: Ghost[] = [];
  for (let i = 0; i < count; i++) {
    const ghost = emptyGhost();
    if (nodes.read(r, GHOST, GHOST_CHUNKS, ghost)) ghosts.push(ghost);
  }
  return ghosts;
}

const readExe = (r: Reader, into: ReplayBody): void => {
  into.exe = r.string(LIMITS.nameBytes);
};

const CHUNKS = chunkTable<ReplayBody>(REPLAY, {
  0x002: (r, into) => {
    if (into.map !== null) throw r.fault(); // a second track would be unpacked in vain
    into.map = readMap(r.take(r.u32()));
  },
  0x003: (r, into) => {
    into.inputs = readOldInputs(r);
  },
  0x004: (r, into, nodes) => {
    r.u32(); // version
    into.ghosts = readGhosts(r, nodes);
    r.skip(8);
  },
  0x005: (r) => r.u32(),
  0x008: readExe,
  0x00c: (r, _into, nodes) => nodes.readEmpty(r), // MediaTracker clip
  0x00d: (r, into) => {
    into.inputs = readInputs(r);
  },
  0x00e: (r, _into, nodes) => nodes.readEmpty(r), // events
  0x00f: readExe,
  0x010: (r, _into, nodes) => nodes.readEmpty(r),
  0x011: () => undefined,
  0x014: (r, into, nodes) => {
    into.ghosts = readGhosts(r, nodes);
    r.u32();
    r.skip(8 * r.count(8, 'ghosts', LIMITS.ghosts));
  },
  0x015: (r, _into, nodes) => nodes.readEmpty(r), // MediaTracker clip
});

/** Reads the body of a replay up to its end or to MediaTracker data. Throws a Fault if it cannot be read that far. */
export function readReplayBody(container: Container, bytes: Uint8Array): ReplayBody {
  const r = new Reader(bytes, 'damaged-body');
  const body: ReplayBody = { map: null, ghosts: [], inputs: null, exe: null };
  const nodes = new Nodes(container.nodes, container.externalNodes);
  const stopped = readChunks(r, CHUNKS, body, nodes) === STOP;
  if (stopped && body.ghosts.length === 0) throw r.fault();
  if (!stopped && r.left !== 0) throw r.fault();
  if (stopped) {
    const from = r.pos;
    // MediaTracker data comes before the inputs of these games
    if (body.ghosts.every(({ inputs }) => inputs === null))
      body.inputs ??= findInputs(r, 0x2403_f00d, 0x2403_f00e);
    r.pos = from;
    const exe = findSkippable(r, container.classIdRaw + 0x00f) ?? findSkippable(r, 0x2403_f00f);
    if (exe !== null) readExe(exe, body);
  }
  return body;
}
