import { CHALLENGE } from './class-ids.ts';
import type { ChunkStart, HeaderChunk, Preamble } from './container.ts';
import { LIMITS } from './limits.ts';
import { type Ident, Reader } from './reader.ts';
import { Fault, overLimit, tooLarge } from './refusal.ts';
import { limited } from './text-limits.ts';
import { numberOf, readTags, statedNumber } from './xml.ts';

/** Header chunk 002: the description. ms, points or respawns, depending on the mode; null for none. */
export type Desc = {
  readonly version: number;
  readonly bronze: number | null;
  readonly silver: number | null;
  readonly gold: number | null;
  readonly authorTimeMs: number | null;
  readonly cost: number | null;
  readonly isLapRace: boolean;
  /** Null in the first games, whose headers do not name a mode. */
  readonly mode: number | null;
  readonly authorScore: number | null;
  readonly editor: number;
};

/** Header chunk 003: name and environment. */
type Common = {
  readonly version: number;
  readonly map: Ident;
  readonly name: string;
  readonly kind: number;
  readonly password: string;
  readonly decoration: string | null;
};

/** Values in the XML that repeat other header chunks; undefined if the attribute is missing. Used only for comparison. */
type Stated = {
  readonly environment: string | undefined;
  readonly author: string | undefined;
  /** Up to TMU form-encoded. */
  readonly name: string | undefined;
  readonly mode: string | undefined;
} & {
  readonly [key in 'bronze' | 'silver' | 'gold' | 'authorTimeMs' | 'authorScore']: ReturnType<
    typeof statedNumber
  >;
};

/** Header chunk 005, the XML. */
type Community = {
  readonly exeVersion: string | null;
  readonly uid: string | null;
  readonly laps: number | null;
  readonly stated: Stated;
  readonly deps: readonly Dep[];
};

/** A file that the track needs; `url` is '' if there is none. It is never fetched. */
export type Dep = { readonly file: string; readonly url: string };

type Thumbnail = { readonly jpeg: Uint8Array | null; readonly comments: string };

export type ChallengeChunks = {
  readonly desc: Desc;
  readonly common: Common;
  readonly community: Community | null;
  readonly thumbnail: Thumbnail | null;
};

/**
 * Reads the header chunks of a track. Each must be consumed exactly.
 * Throws a Fault: 'newer-game' for ManiaPlanet and later, 'damaged-header' for inconsistent data.
 */
export function readChallengeChunks(preamble: Preamble): ChallengeChunks {
  const { headerChunks } = preamble;
  if (isNewerGame(headerChunks.map(({ id, bytes }) => ({ id, bytes, size: bytes.length }))))
    throw new Fault('newer-game');
  const chunks = new Map<number, Uint8Array>();
  for (const { id, bytes } of headerChunks) {
    const number = id - CHALLENGE;
    if (chunks.has(number)) throw new Fault('damaged-header');
    chunks.set(number, bytes);
  }
  const desc = readExactly(chunks.get(0x002), readDesc);
  const common = readExactly(chunks.get(0x003), readCommon);
  if (desc === null || common === null) throw new Fault('damaged-header');
  readExactly(chunks.get(0x004), (r) => r.u32());
  const community = readExactly(chunks.get(0x005), (r) => readCommunity(r.string(LIMITS.xmlBytes)));
  const thumbnail = readExactly(chunks.get(0x007), readThumbnail);
  return { desc, common, community, thumbnail };
}

/**
 * Whether the header of a track is that of ManiaPlanet or later, which have higher versions. The size is
 * checked too, so that a flipped version byte does not look like a newer game.
 */
export function isNewerGame(chunks: readonly ChunkStart[]): boolean {
  const find = (number: number) => chunks.find(({ id }) => id === CHALLENGE + number);
  const desc = find(0x002);
  const common = find(0x003)?.bytes[0] ?? 0;
  return (
    find(0x008) !== undefined ||
    (desc !== undefined && (desc.bytes[0] ?? 0) >= 12 && desc.size >= 49) ||
    (common >= 6 && common <= 16) ||
    isMapXml(find(0x005)?.bytes)
  );
}

/** Whether an XML chunk begins `<header type="map"`, as ManiaPlanet and later write it. */
function isMapXml(bytes: Uint8Array | undefined): boolean {
  return bytes !== undefined && mapXmlStart.every((letter, i) => bytes[4 + i] === letter);
}

const mapXmlStart = [...'<header type="map"'].map((letter) => letter.charCodeAt(0));

/** Reads a header chunk, which has its own ids, and checks that nothing is left; null if there is no such chunk. */
export function readExactly<T>(bytes: HeaderChunk['bytes'] | undefined, read: (r: Reader) => T): T | null {
  if (bytes === undefined) return null;
  const r = new Reader(bytes, 'damaged-header');
  const value = read(r);
  if (r.left !== 0) throw r.fault();
  return value;
}

function readDesc(r: Reader): Desc {
  const version = r.u8();
  if (version < 3) {
    r.ident();
    r.string(LIMITS.nameBytes);
  }
  r.u32(); // whether it needs unlocking
  const times = version >= 1;
  const bronze = times ? r.u32OrNull() : null;
  const silver = times ? r.u32OrNull() : null;
  const gold = times ? r.u32OrNull() : null;
  const authorTimeMs = times ? r.u32OrNull() : null;
  if (version === 2) r.u8();
  const cost = version >= 4 ? r.u32() : null;
  const isLapRace = version >= 5 && r.u32() !== 0;
  const mode = version >= 6 ? r.u32() : null;
  if (version >= 9) r.u32();
  const authorScore = version >= 10 ? r.u32OrNull() : null;
  const editor = version >= 11 ? r.u32() : 0;
  if (version >= 12) r.u32();
  return { version, bronze, silver, gold, authorTimeMs, cost, isLapRace, mode, authorScore, editor };
}

function readCommon(r: Reader): Common {
  const version = r.u8();
  const map = r.ident();
  const name = r.string(LIMITS.nameBytes);
  const kind = r.u8();
  let password = '';
  if (version >= 1) {
    r.u32(); // "locked", garbage in TMS, TMN ESWC and TMU
    password = r.string(LIMITS.nameBytes);
  }
  const decoration = version >= 2 ? r.ident().uid : null;
  if (version >= 3) r.skip(8); // origin
  if (version >= 4) r.skip(8); // target
  if (version >= 5) r.skip(16); // pack mask
  return { version, map, name, kind, password, decoration };
}

function readCommunity(xml: string): Community {
  const tags = readTags(xml);
  const find = (name: string) => tags.find((tag) => tag.name === name);
  const deps = tags.filter((tag) => tag.name === 'dep');
  if (deps.length > LIMITS.deps) throw overLimit('files it depends on', LIMITS.deps);
  const [ident, desc, times] = [find('ident'), find('desc'), find('times')];
  return {
    exeVersion:
      limited(find('header')?.attributes.get('exever'), 'build of the game', LIMITS.exeVersion) ?? null,
    uid: ident?.attributes.get('uid') ?? null,
    laps: numberOf(desc, 'nblaps'),
    stated: {
      environment: desc?.attributes.get('envir'),
      author: ident?.attributes.get('author'),
      name: ident?.attributes.get('name'),
      mode: desc?.attributes.get('type'),
      bronze: statedNumber(times, 'bronze'),
      silver: statedNumber(times, 'silver'),
      gold: statedNumber(times, 'gold'),
      authorTimeMs: statedNumber(times, 'authortime'),
      authorScore: statedNumber(times, 'authorscore'),
    },
    deps: deps.map(({ attributes }) => ({
      file: limited(attributes.get('file'), 'path of a file it depends on', LIMITS.path) ?? '',
      url: limited(attributes.get('url'), 'address of a file it depends on', LIMITS.url) ?? '',
    })),
  };
}

function readThumbnail(r: Reader): Thumbnail {
  if (r.u32() === 0) return { jpeg: null, comments: '' };
  const length = r.u32();
  if (length > r.left) throw r.fault();
  if (length > LIMITS.thumbnailBytes) throw tooLarge('The thumbnail in this file', LIMITS.thumbnailBytes);
  literal(r, '<Thumbnail.jpg>');
  // A copy, so that keeping the thumbnail does not keep the whole upload in memory.
  const jpeg = r.take(length).slice();
  literal(r, '</Thumbnail.jpg>');
  literal(r, '<Comments>');
  const comments = r.string(LIMITS.commentsBytes);
  literal(r, '</Comments>');
  const isJpeg = jpeg[0] === 0xff && jpeg[1] === 0xd8;
  return { jpeg: isJpeg ? jpeg : null, comments };
}

function literal(r: Reader, text: string): void {
  for (let i = 0; i < text.length; i++) if (r.u8() !== text.charCodeAt(i)) throw r.fault();
}
