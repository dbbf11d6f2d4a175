import { readExactly } from './challenge-header.ts';
import { REPLAY } from './class-ids.ts';
import type { Preamble } from './container.ts';
import { LIMITS } from './limits.ts';
import type { Ident, Reader } from './reader.ts';
import { Fault } from './refusal.ts';
import { limited } from './text-limits.ts';
import { numberOf, readTags, statedNumber } from './xml.ts';

/** Header chunk 000: the driver and the track. */
type Basic = {
  version: number;
  map: Ident | null;
  bestTimeMs: number | null;
  nickname: string;
  login: string;
};

/** Header chunk 001, the XML. */
type Community = {
  exeVersion: string | null;
  uid: string | null;
  /** Undefined if the XML does not contain it. */
  statedTimeMs: ReturnType<typeof statedNumber>;
  respawns: number | null;
  stuntScore: number | null;
  validable: boolean | null;
};

/** The header of a replay; TM 1.0 has none. */
export type ReplayChunks = { basic: Basic | null; community: Community | null };

/** Reads the header chunks of a replay. Throws a Fault: 'newer-game', or 'damaged-header' for inconsistent data. */
export function readReplayChunks(preamble: Preamble): ReplayChunks {
  const ids = new Set(preamble.headerChunks.map(({ id }) => id));
  if (ids.size < preamble.headerChunks.length) throw new Fault('damaged-header');
  const find = (chunk: number) => preamble.headerChunks.find(({ id }) => id === REPLAY + chunk)?.bytes;
  const community = readExactly(find(0x001), readCommunity);
  // Author info came with ManiaPlanet.
  if (find(0x002) !== undefined) throw new Fault('newer-game');
  return { basic: readExactly(find(0x000), readBasic), community };
}

/** Versions from this one on are ManiaPlanet's. */
const NEWER_VERSION = 8;
/** Values found for "none": 9999 and 0xFFFFFFFF. */
const NO_VERSION = 9999;

/** Versions below 4 contain only the number. */
function readBasic(r: Reader): Basic {
  const version = r.u32();
  if (version < 4 || r.left === 0) return { version, map: null, bestTimeMs: null, nickname: '', login: '' };
  const map = r.ident();
  const bestTimeMs = r.u32OrNull();
  const nickname = r.string(LIMITS.nameBytes);
  const login = version >= 6 && r.left > 0 ? r.string(LIMITS.loginBytes) : '';
  if (version >= NEWER_VERSION && version < NO_VERSION) {
    r.u8();
    r.id(); // title
    throw new Fault('newer-game');
  }
  return { version, map, bestTimeMs, nickname, login };
}

function readCommunity(r: Reader): Community {
  const tags = readTags(r.string(LIMITS.xmlBytes));
  const find = (name: string) => tags.find((tag) => tag.name === name);
  const header = find('header');
  if (find('map') !== undefined || header?.attributes.has('title')) throw new Fault('newer-game');
  const times = find('times');
  const validable = times?.attributes.get('validable');
  return {
    exeVersion: limited(header?.attributes.get('exever'), 'build of the game', LIMITS.exeVersion) ?? null,
    uid: find('challenge')?.attributes.get('uid') ?? null,
    statedTimeMs: statedNumber(times, 'best'),
    respawns: numberOf(times, 'respawns'),
    stuntScore: numberOf(times, 'stuntscore'),
    validable: validable === undefined ? null : validable === '1',
  };
}
