import { GAME_GHOST, GHOST } from './class-ids.ts';
import { carOf, type Environment } from './environment.ts';
import { type GhostRecord, readPackedRecord, readPlainRecord } from './ghost-record.ts';
import { type Inputs, readInputs } from './inputs.ts';
import { LIMITS } from './limits.ts';
import { type ChunkTable, chunkTable, readPackDesc } from './nodes.ts';
import type { Reader } from './reader.ts';

/** A waypoint of a run; the last one is the finish. `score` is in stunt points, null in Power Up. */
export type CheckpointTime = { readonly timeMs: number | null; readonly score: number | null };

/** The program that recorded a run, and the rules of the run. */
type Validation = {
  readonly exe: string;
  readonly exeChecksum: number;
  readonly os: number;
  readonly cpu: number;
  /** `<id>..</id><laps>n</laps><ct>n</ct>` as stored. */
  readonly raceSettings: string;
};

/** One run of a replay; null if its game has no such field. */
export type Ghost = {
  timeMs: number | null;
  respawns: number | null;
  stuntScore: number | null;
  checkpoints: readonly CheckpointTime[];
  nickname: string;
  login: string;
  car: Environment | null;
  /** Its own identifier. */
  uid: string | null;
  /** Uid of the track; not set by old games. */
  challengeUid: string | null;
  inputs: Inputs | null;
  validation: Validation | null;
  record: GhostRecord | null;
};

export function emptyGhost(): Ghost {
  return {
    timeMs: null,
    respawns: null,
    stuntScore: null,
    checkpoints: [],
    nickname: '',
    login: '',
    car: null,
    uid: null,
    challengeUid: null,
    inputs: null,
    validation: null,
    record: null,
  };
}

/** Times with a score (TMO and later) or with a speed, which is not used (Power Up). */
function readCheckpoints(r: Reader, scores: boolean): CheckpointTime[] {
  const count = r.count(8, 'checkpoint times', LIMITS.listItems);
  return Array.from({ length: count }, () => {
    const timeMs = r.u32OrNull();
    const score = r.u32OrNull();
    return { timeMs, score: scores ? score : null };
  });
}

function readValidation(r: Reader, into: Ghost): void {
  into.inputs = readInputs(r);
  if (into.inputs === null) return;
  into.validation = {
    exe: r.string(), // the Competition Patch adds a signature of a thousand letters
    exeChecksum: r.u32(),
    os: r.u32(),
    cpu: r.u32(),
    raceSettings: r.string(),
  };
}

const readCar = (r: Reader, into: Ghost): void => {
  into.car = carOf(r.ident().uid);
};
const readNickname = (r: Reader, into: Ghost): void => {
  into.nickname = r.string(LIMITS.nameBytes);
};

const OWN_CHUNKS = chunkTable<Ghost>(GHOST, {
  // Car, skin and nickname; the unnamed numbers between them increase with the games.
  0x003: (r, into) => {
    readCar(r, into);
    r.string();
    readNickname(r, into);
  },
  0x004: (r, into) => {
    into.checkpoints = readCheckpoints(r, false);
  },
  0x005: (r, into) => {
    into.timeMs = r.u32OrNull();
  },
  0x006: (r, into) => {
    readCar(r, into);
    r.string();
    r.u32();
    readNickname(r, into);
  },
  0x007: (r) => r.skip(12), // colour of the light trail
  0x008: (r, into) => {
    into.respawns = r.u32OrNull();
  },
  0x00a: (r, into) => {
    into.stuntScore = r.u32OrNull();
  },
  0x00b: (r, into) => {
    into.checkpoints = readCheckpoints(r, true);
  },
  0x00c: (r) => r.u32(),
  0x00d: (r, into) => {
    readCar(r, into);
    r.string();
    r.skip(16);
    readNickname(r, into);
  },
  0x00e: (r, into) => {
    into.uid = r.id() || null;
  },
  0x00f: (r, into) => {
    into.login = r.string(LIMITS.loginBytes);
  },
  0x010: (r, into) => {
    into.challengeUid = r.id() || null;
  },
  0x011: readValidation,
  0x012: (r) => r.skip(20), // a key
  0x015: (r, into) => {
    into.nickname = r.id();
  },
  0x017: (r, into) => {
    const skins = r.count(5, 'skins', LIMITS.externalFiles);
    for (let i = 0; i < skins; i++) readPackDesc(r);
    readNickname(r, into);
  },
  0x018: readCar,
  0x019: (r, into) => {
    readValidation(r, into);
    if (into.inputs !== null) r.u32(); // seed
  },
});

/** Chunks of a ghost and of its parent class, which are stored in the same node. */
export const GHOST_CHUNKS: ChunkTable<Ghost> = new Map([
  ...OWN_CHUNKS,
  ...chunkTable<Ghost>(GAME_GHOST, {
    0x003: (r, into) => {
      into.record = readPlainRecord(r);
    },
    0x004: (r) => r.u32(), // class of the saved car
    0x005: (r, into) => {
      into.record = readPackedRecord(r);
    },
  }),
]);
