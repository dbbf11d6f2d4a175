import { assertReplayAgrees } from './agreement.ts';
import { isUid } from './challenge.ts';
import { CHALLENGE, className, REPLAY } from './class-ids.ts';
import { type Preamble, readContainer, readHead, readPreamble, unpackBody } from './container.ts';
import type { EmbeddedMap } from './embedded-map.ts';
import { type Environment, environmentOf } from './environment.ts';
import { type Game, gameOfReplay } from './game.ts';
import type { Ghost } from './ghost.ts';
import type { Inputs } from './inputs.ts';
import { LIMITS } from './limits.ts';
import { Fault, type Refusal, refusable, tooLarge } from './refusal.ts';
import { type ReplayBody, readReplayBody } from './replay-body.ts';
import { type ReplayChunks, readReplayChunks } from './replay-header.ts';

/** A run read from its file. Facts of header and XML, or of the best ghost if a game has no such header. */
export type Replay = {
  readonly kind: 'Replay';
  readonly game: Game;
  /** Build of the game, e.g. '2.11.26'; null before TMO. */
  readonly exeVersion: string | null;
  /** The program that recorded it, e.g. 'TmForever.2.11.26'. */
  readonly exe: string | null;
  /** Recorded with the community's Competition Patch. */
  readonly competitionPatch: boolean;
  /** Uid of the track. */
  readonly uid: string | null;
  readonly environment: Environment;
  readonly mapAuthor: string;
  /** Name of the track with its $ codes, from the embedded track. */
  readonly mapName: string | null;
  /** Null if the finish was not reached. */
  readonly bestTimeMs: number | null;
  readonly respawns: number | null;
  readonly stuntScore: number | null;
  /** Whether the game considers its inputs complete; null if unknown. No proof of an honest run. */
  readonly validable: boolean | null;
  readonly nickname: string;
  /** '' before TMU. May be a name on a local network, so it never proves an account. */
  readonly login: string;
  readonly ghosts: readonly Ghost[];
  /** Inputs outside the ghosts, as games before TMU store them: those of the first ghost. */
  readonly inputs: Inputs | null;
  /** Recorded inputs of the first ghost or of the whole replay; null for none. */
  readonly inputCount: number | null;
  /** The clock of the inputs is shifted as by TMInterface: a hint for moderators. */
  readonly shiftedClock: boolean;
  readonly map: EmbeddedMap | null;
  readonly fileBytes: number;
  readonly bodyBytes: number;
};

/** Header chunk 002, which came with ManiaPlanet. */
const AUTHOR_INFO = 0x002;

type ReplayRead = { ok: true; replay: Replay } | { ok: false; refusal: Refusal };

/** Reads a replay of TM 1.0 to TMF. Returns a refusal if the file cannot be read or is from a newer game. */
export function readReplay(bytes: Uint8Array): ReplayRead {
  const read = refusable(() => {
    const preamble = readPreamble(bytes);
    if (preamble.classId !== REPLAY) throw wrongClass(preamble);
    const header = readReplayChunks(preamble);
    if (bytes.length > LIMITS.replayFileBytes) throw tooLarge('This file', LIMITS.replayFileBytes);
    const container = readContainer(bytes, preamble);
    const unpacked = unpackBody(container, LIMITS.replayBodyBytes);
    const body = readReplayBody(container, unpacked);
    return assemble(preamble.classIdRaw, header, body, bytes.length, unpacked.length);
  });
  return read.ok ? { ok: true, replay: read.value } : read;
}

/** Why the first bytes of a file are no replay of the old games, or null: for files too large to be read. */
export function replayKindRefusal(head: Uint8Array): Refusal | null {
  const read = refusable(() => {
    const { classId, classIdRaw, chunks } = readHead(head);
    if (classId !== REPLAY) throw wrongClass({ classId, classIdRaw });
    if (chunks.some(({ id }) => id === REPLAY + AUTHOR_INFO)) throw new Fault('newer-game');
  });
  return read.ok ? null : read.refusal;
}

function wrongClass(preamble: Pick<Preamble, 'classId' | 'classIdRaw'>): Fault {
  const found = className(preamble.classIdRaw);
  const hint = preamble.classId === CHALLENGE ? ' Upload it as a new track.' : '';
  return new Fault(
    'wrong-class',
    found === null ? 'This is not a replay.' : `This is ${found}, not a replay.${hint}`,
  );
}

/** By how much TMInterface shifts the clock of the inputs, in ms (ForeverValidator). */
const TMINTERFACE_SHIFT_MS = 0xffff;

function assemble(
  classIdRaw: number,
  chunks: ReplayChunks,
  body: ReplayBody,
  fileBytes: number,
  bodyBytes: number,
): Replay {
  const { basic, community } = chunks;
  const { map } = body;
  const uids = [basic?.map?.uid, community?.uid, map?.uid].filter((uid) => uid !== undefined && uid !== null);
  const uid = uids[0] ?? '';
  if (!isUid(uid)) throw new Fault('damaged-header');
  if (uids.some((other) => other !== uid)) {
    throw new Fault('damaged-body', 'This file is damaged: its parts are of two different tracks.');
  }
  const collection = basic?.map?.collection;
  const environment = collection === undefined ? (map?.environment ?? null) : environmentOf(collection);
  if (environment === null) throw new Fault('unknown-environment');
  assertReplayAgrees({ ...chunks, map, ghosts: body.ghosts });
  const ghost = body.ghosts[0];
  const inputs = ghost?.inputs ?? body.inputs;
  const exe = ghost?.validation?.exe ?? body.exe;
  const exeVersion = community?.exeVersion ?? null;
  return {
    kind: 'Replay',
    game: gameOfReplay({
      classIdRaw,
      version: basic?.version ?? null,
      exe,
      exeVersion,
      mapHasHeader: map?.headerless === false,
      environment,
    }),
    exeVersion,
    exe,
    competitionPatch: exe?.startsWith('TmForeverCompPatch') ?? false,
    uid: uid === '' ? null : uid,
    environment,
    mapAuthor: basic?.map?.author ?? map?.authorLogin ?? '',
    mapName: map?.name ?? null,
    // TM 1.0 stores no time except the length of its inputs.
    bestTimeMs: basic?.map ? basic.bestTimeMs : (ghost?.timeMs ?? body.inputs?.eventsMs ?? null),
    respawns: community?.respawns ?? ghost?.respawns ?? null,
    stuntScore: community?.stuntScore ?? ghost?.stuntScore ?? null,
    validable: community?.validable ?? null,
    nickname: basic?.map ? basic.nickname : (ghost?.nickname ?? ''),
    login: basic?.login ?? '',
    ghosts: body.ghosts,
    inputs: body.inputs,
    inputCount: inputs?.count ?? null,
    shiftedClock: (inputs?.raceStartsAtMs ?? 0) >= TMINTERFACE_SHIFT_MS,
    map,
    fileBytes,
    bodyBytes,
  };
}
