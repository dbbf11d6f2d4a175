import { type Block, isCheckpoint } from './blocks.ts';
import { type ChallengeBody, readChallengeBody, type Size } from './challenge-body.ts';
import { type ChallengeChunks, type Dep, readChallengeChunks } from './challenge-header.ts';
import { CHALLENGE, className, REPLAY } from './class-ids.ts';
import { type Preamble, readContainer, readPreamble, unpackBody } from './container.ts';
import { carOf, type Environment, environmentOf, type Mood, moodOf } from './environment.ts';
import { type Game, gameOfChallenge } from './game.ts';
import { LIMITS } from './limits.ts';
import type { PackDesc } from './nodes.ts';
import { Fault, overLimit, type Refusal, refusable, refusal, tooLarge } from './refusal.ts';

/** Play modes by number; Script, the seventh, is ManiaPlanet's. */
export const MODES = ['Race', 'Platform', 'Puzzle', 'Crazy', 'Shortcut', 'Stunts'] as const;
export type Mode = (typeof MODES)[number];

/** What the header of a track says, without unpacking its body. */
export type ChallengeHeader = {
  readonly kind: 'Challenge';
  readonly game: Game;
  /** Build of the game that saved it, e.g. '2.11.26'; null before TMO. */
  readonly exeVersion: string | null;
  readonly environment: Environment;
  readonly mood: Mood;
  /** The mood as stored, e.g. '30x30Sunset'; null where the file keeps none. */
  readonly decoration: string | null;
  /** Null for a few tracks of TM 1.0. */
  readonly uid: string | null;
  /** With its $ codes. */
  readonly name: string;
  readonly authorLogin: string;
  readonly mode: Mode;
  /** In ms, in all modes the time of the author's run. */
  readonly authorTimeMs: number | null;
  /** Stunts: points. Platform: respawns. Race and Puzzle: of no use. */
  readonly authorScore: number | null;
  /** Medals. Race and Puzzle: ms. Platform: respawns. Stunts: points. */
  readonly bronze: number | null;
  readonly silver: number | null;
  readonly gold: number | null;
  /** Price in coppers; null in TM 1.0. */
  readonly cost: number | null;
  readonly isLapRace: boolean;
  /** False while the author has not finished it in the editor. */
  readonly validated: boolean;
  readonly deps: readonly Dep[];
  /** JPEG as stored, upside down. TMU and TMF only. */
  readonly thumbnail: Uint8Array | null;
  readonly comments: string;
};

/** A track as read from its file. */
export type Challenge = ChallengeHeader & {
  readonly car: Environment;
  /** 0 if it is no lap race. */
  readonly laps: number;
  /** Checkpoints without start and finish. */
  readonly checkpoints: number;
  readonly timeLimitMs: number | null;
  readonly hasPassword: boolean;
  readonly mod: PackDesc | null;
  readonly music: PackDesc | null;
  /** The ground plan in blocks. */
  readonly size: Size;
  readonly blocks: readonly Block[];
  /** The length of the list in the file: `blocks` and any hidden ones. */
  readonly blockCount: number;
  /** Its blocks are hidden by TMUnlimiter, so `blocks` does not show the track. */
  readonly unlimiter: boolean;
  readonly fileBytes: number;
  readonly bodyBytes: number;
};

type Read<K extends string, T> = ({ ok: true } & { [key in K]: T }) | { ok: false; refusal: Refusal };

/** Reads a track of TM 1.0 to TMF. A file that cannot be read, or is of a newer game, is answered with a refusal. */
export function readChallenge(bytes: Uint8Array): Read<'challenge', Challenge> {
  const read = refusable(() => {
    const preamble = challengePreamble(bytes);
    const chunks = readChallengeChunks(preamble);
    if (bytes.length > LIMITS.challengeFileBytes) throw tooLarge('This file', LIMITS.challengeFileBytes);
    const container = readContainer(bytes, preamble);
    const unpacked = unpackBody(container, LIMITS.challengeBodyBytes);
    const body = readChallengeBody(container, unpacked);
    return assemble(preamble, chunks, body, bytes.length, unpacked.length);
  });
  return read.ok ? { ok: true, challenge: read.value } : read;
}

/** Reads only the header of a track; the body is not looked at, so it may be damaged. */
export function readChallengeHeader(bytes: Uint8Array): Read<'header', ChallengeHeader> {
  const read = refusable(() => {
    const preamble = challengePreamble(bytes);
    return assembleHeader(preamble, readChallengeChunks(preamble), null);
  });
  return read.ok ? { ok: true, header: read.value } : read;
}

/** Why a track that can be read may still not be uploaded, or null. */
export function challengeRefusal(challenge: ChallengeHeader): Refusal | null {
  if (challenge.uid === null) return refusal('no-uid');
  if (!challenge.validated) return refusal('unvalidated');
  return null;
}

function challengePreamble(bytes: Uint8Array): Preamble {
  const preamble = readPreamble(bytes);
  if (preamble.classId === CHALLENGE) return preamble;
  const found = className(preamble.classIdRaw);
  const hint = preamble.classId === REPLAY ? ' Upload it on the page of its track.' : '';
  throw new Fault(
    'wrong-class',
    found === null ? 'This is not a track.' : `This is ${found}, not a track.${hint}`,
  );
}

/** Kind 6 marks a track still in progress. */
const IN_PROGRESS = 6;

function assembleHeader(
  preamble: Preamble,
  chunks: ChallengeChunks,
  body: ChallengeBody | null,
): ChallengeHeader {
  const { desc, common, community, thumbnail } = chunks;
  const environment = environmentOf(common.map.collection);
  if (environment === null) throw new Fault('unknown-environment');
  const mode = MODES[desc.mode];
  const uid = common.map.uid;
  if (mode === undefined || !isUid(uid)) throw new Fault('damaged-header');
  // Both headers name the uid; where they differ the file was tampered with.
  if (community !== null && community.uid !== null && community.uid !== uid)
    throw new Fault('damaged-header');
  const decoration = common.decoration ?? body?.decoration?.uid ?? null;
  return {
    kind: 'Challenge',
    game: gameOfChallenge(preamble.classIdRaw, desc.version, common.version, environment),
    exeVersion: community?.exeVersion ?? null,
    environment,
    mood: moodOf(decoration ?? '') ?? 'Day',
    decoration,
    uid: uid === '' ? null : uid,
    name: common.name || (body?.name ?? ''),
    authorLogin: common.map.author,
    mode,
    authorTimeMs: desc.authorTimeMs,
    authorScore: desc.authorScore,
    bronze: desc.bronze,
    silver: desc.silver,
    gold: desc.gold,
    cost: desc.cost,
    isLapRace: desc.isLapRace,
    validated: common.kind !== IN_PROGRESS && desc.authorTimeMs !== null,
    deps: community?.deps ?? [],
    thumbnail: thumbnail?.jpeg ?? null,
    comments: thumbnail?.comments ?? '',
  };
}

/** Real ones are 25 to 27 letters, digits and underscores; '' stands for none. */
export function isUid(text: string): boolean {
  return /^[\w-]{0,64}$/.test(text);
}

function assemble(
  preamble: Preamble,
  chunks: ChallengeChunks,
  body: ChallengeBody,
  fileBytes: number,
  bodyBytes: number,
): Challenge {
  const header = assembleHeader(preamble, chunks, body);
  if (body.map !== null && body.map.uid !== (header.uid ?? '')) {
    throw new Fault(
      'damaged-body',
      'This file is damaged: its header and its body are of two different tracks.',
    );
  }
  const { blocks, hidden } = body.list ?? { blocks: [], hidden: 0 };
  // Two tracks of TMS announce laps and are no lap race; the flag is right.
  const laps = header.isLapRace ? (chunks.community?.laps ?? body.laps ?? 1) : 0;
  if (laps > LIMITS.laps) throw overLimit('laps', LIMITS.laps);
  return {
    ...header,
    comments: header.comments || body.comments,
    car: carOf(body.vehicle) ?? header.environment,
    laps,
    checkpoints: body.checkpoints?.length ?? blocks.filter(({ name }) => isCheckpoint(name)).length,
    timeLimitMs: body.timeLimitMs,
    hasPassword: body.hasPassword || chunks.common.password !== '',
    mod: body.mod,
    music: body.music,
    size: body.size ?? { x: 0, y: 0, z: 0 },
    blocks,
    blockCount: blocks.length + hidden,
    unlimiter: hidden > 0,
    fileBytes,
    bodyBytes,
  };
}
