import { assertBodyAgrees, assertXmlAgrees, otherXmlName } from './agreement.ts';
import { countWaypoints } from './blocks.ts';
import { type ChallengeBody, readChallengeBody } from './challenge-body.ts';
import type { Challenge, ChallengeFacts, ChallengeHeader } from './challenge-facts.ts';
import { type ChallengeChunks, type Desc, isNewerGame, readChallengeChunks } from './challenge-header.ts';
import { CHALLENGE, className, REPLAY } from './class-ids.ts';
import { type Preamble, readContainer, readHead, readPreamble, unpackBody } from './container.ts';
import { carOf, type Environment, environmentOf, moodOf } from './environment.ts';
import { gameOfChallenge } from './game.ts';
import { LIMITS } from './limits.ts';
import { MODES, type Mode } from './mode.ts';
import type { PackDesc } from './nodes.ts';
import { Fault, overLimit, type Refusal, refusable, refusal, tooLarge } from './refusal.ts';
import { excerpt, limited } from './text-limits.ts';

type Read<K extends string, T> = ({ ok: true } & { [key in K]: T }) | { ok: false; refusal: Refusal };

/** Reads a track of TM 1.0 to TMF. Returns a refusal if the file cannot be read or is from a newer game. */
export function readChallenge(bytes: Uint8Array): Read<'challenge', Challenge> {
  const read = refusable(() => {
    const preamble = challengePreamble(bytes);
    const chunks = readChallengeChunks(preamble);
    if (bytes.length > LIMITS.challengeFileBytes) throw tooLarge('This file', LIMITS.challengeFileBytes);
    const container = readContainer(bytes, preamble);
    const unpacked = unpackBody(container, LIMITS.challengeBodyBytes);
    const body = readChallengeBody(container, unpacked);
    assertBodyAgrees(chunks, body);
    return assemble(preamble, chunks, body, bytes.length, unpacked.length);
  });
  return read.ok ? { ok: true, challenge: read.value } : read;
}

/** Reads only the header of a track; the body may be damaged. */
export function readChallengeHeader(bytes: Uint8Array): Read<'header', ChallengeHeader> {
  const read = refusable(() => {
    const preamble = challengePreamble(bytes);
    return assembleHeader(preamble, readChallengeChunks(preamble), null);
  });
  return read.ok ? { ok: true, header: read.value } : read;
}

/** Why a readable track may still not be uploaded, or null. */
export function challengeRefusal(challenge: ChallengeFacts): Refusal | null {
  const { uid, validated, unlimiter, blockCount, waypoints } = challenge;
  if (uid === null) return refusal('no-uid');
  if (!validated) return refusal('unvalidated');
  // TMUnlimiter hides the blocks, so they cannot be checked.
  if (unlimiter) return null;
  if (blockCount === 0) return refusal('no-blocks');
  if (waypoints.start + waypoints.multilap === 0) return refusal('no-start');
  if (waypoints.finish + waypoints.multilap === 0) return refusal('no-finish');
  return null;
}

/**
 * Why a file that begins with these bytes is no track of the old games, or null if nothing in them says so. The first
 * 4 KiB suffice: with them, a file too large to be read gets the sentence that helps its owner.
 */
export function challengeKindRefusal(head: Uint8Array): Refusal | null {
  const read = refusable(() => assertKind(head));
  return read.ok ? null : read.refusal;
}

/** The preamble of a track. If it cannot be read, what the file is may be the better reason. */
function challengePreamble(bytes: Uint8Array): Preamble {
  let preamble: Preamble;
  try {
    preamble = readPreamble(bytes);
  } catch (error) {
    assertKind(bytes);
    throw error;
  }
  if (preamble.classId !== CHALLENGE) assertKind(bytes);
  return preamble;
}

/** Throws a Fault if the file is not a GBX file, of another class, or of a newer game. */
function assertKind(bytes: Uint8Array): void {
  const { classId, classIdRaw, chunks } = readHead(bytes);
  if (classId === CHALLENGE) {
    if (isNewerGame(chunks)) throw new Fault('newer-game');
    return;
  }
  const found = className(classIdRaw);
  const hint = classId === REPLAY ? ' Upload it on the page of its track.' : '';
  throw new Fault(
    'wrong-class',
    found === null ? 'This is not a track.' : `This is ${found}, not a track.${hint}`,
  );
}

/** Kind of a track that is still in progress. */
const IN_PROGRESS = 6;

function assembleHeader(
  preamble: Preamble,
  chunks: ChallengeChunks,
  body: ChallengeBody | null,
): ChallengeHeader {
  const { desc, common, community, thumbnail } = chunks;
  const environment = environmentOf(common.map.collection);
  if (environment === null) throw new Fault('unknown-environment');
  const mode = modeOf(desc, body);
  const uid = common.map.uid;
  if (mode === undefined || !isUid(uid)) throw new Fault('damaged-header');
  // Both headers contain the uid; if they differ, the file was tampered with.
  if (community !== null && community.uid !== null && community.uid !== uid)
    throw new Fault('damaged-header');
  assertXmlAgrees(chunks);
  const decoration = common.decoration ?? body?.decoration?.uid ?? null;
  if (decoration !== null) limited(decoration, 'name of the decoration', LIMITS.decoration);
  return {
    kind: 'Challenge',
    game: gameOfChallenge(preamble.classIdRaw, desc.version, common.version, environment),
    exeVersion: community?.exeVersion ?? null,
    environment,
    mood: moodOf(decoration ?? '') ?? 'Day',
    decoration,
    uid: uid === '' ? null : uid,
    name: common.name || (body?.name ?? ''),
    otherXmlName: otherXmlName(chunks),
    authorLogin: limited(common.map.author, 'name of the author', LIMITS.author),
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

/**
 * The mode of a track; undefined for an unknown number. TM 1.0 and Power Up saved no mode: their puzzles are the tracks
 * that come with pieces. Later games let a race have pieces, so there the header decides.
 */
function modeOf({ mode }: Desc, body: ChallengeBody | null): Mode | undefined {
  const number = mode ?? body?.mode;
  if (number !== undefined) return MODES[number];
  return body?.puzzlePieces ? 'Puzzle' : 'Race';
}

/** Real uids are 25 to 27 letters, digits and underscores; '' means none. */
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
  if (body.map !== undefined && body.map.uid !== (header.uid ?? '')) {
    throw new Fault(
      'damaged-body',
      'This file is damaged: its header and its body are of two different tracks.',
    );
  }
  const { blocks, hidden } = body.list ?? { blocks: [], hidden: 0 };
  const waypoints = countWaypoints(blocks);
  // Two tracks of TMS have laps but are not lap races; the flag is right.
  const laps = header.isLapRace ? (chunks.community?.laps ?? body.laps ?? 1) : 0;
  if (laps > LIMITS.laps) throw overLimit('laps', LIMITS.laps);
  return {
    ...header,
    comments: header.comments || body.comments,
    car: carIn(body, header.environment),
    laps,
    checkpoints: body.checkpoints?.length ?? waypoints.checkpoint,
    timeLimitMs: body.timeLimitMs ?? null,
    hasPassword: body.hasPassword || chunks.common.password !== '',
    mod: limitedFile(body.mod),
    music: limitedFile(body.music),
    size: body.size ?? { x: 0, y: 0, z: 0 },
    blocks,
    waypoints,
    blockCount: blocks.length + hidden,
    unlimiter: hidden > 0,
    fileBytes,
    bodyBytes,
  };
}

/** The car of a track; without a vehicle in the body it is that of the environment. */
function carIn({ vehicle = '' }: ChallengeBody, environment: Environment): Environment {
  const car = vehicle === '' ? environment : carOf(vehicle);
  if (car !== null) return car;
  const message = `This track is driven with ${excerpt(vehicle)}, a car the old Trackmania games do not have.`;
  throw new Fault('unknown-car', message);
}

function limitedFile(file: PackDesc | null): PackDesc | null {
  if (file === null) return null;
  limited(file.file, 'path of a mod or of the music', LIMITS.path);
  limited(file.url, 'address of a mod or of the music', LIMITS.url);
  return file;
}
