/** Class ids as written by TMF and later; older games use other engine numbers for the same classes. */
export const CHALLENGE = 0x0304_3000;
export const REPLAY = 0x0309_3000;
export const GHOST = 0x0309_2000;
export const PARAMETERS = 0x0305_b000;
export const BLOCK = 0x0305_7000;
export const BLOCK_SKIN = 0x0305_9000;
export const COLLECTOR_LIST = 0x0301_b000;
export const GAME_GHOST = 0x0303_f000;

/** Old class number (id >>> 12) to new. From gbx-net; those of tracks and replays were verified with real files. */
const RENUMBERED = new Map<number, number>([
  [0x24003, 0x03043],
  [0x2403f, 0x03093],
  [0x2407e, 0x03093],
  [0x2401b, 0x03092],
  [0x2400c, 0x0305b],
  [0x24007, 0x03057],
  [0x2403a, 0x03059],
  [0x2403c, 0x0301b],
]);

/** A class or chunk id with the old class number replaced; the low 12 bits, the chunk number, stay. */
export function modernId(id: number): number {
  const number = RENUMBERED.get(id >>> 12);
  return number === undefined ? id : ((number << 12) | (id & 0xfff)) >>> 0;
}

const NAMES = new Map<number, string>([
  [CHALLENGE, 'a track'],
  [REPLAY, 'a replay'],
  [GHOST, 'a ghost'],
  [0x0305_1000, 'a block'],
  [0x0307_9000, 'a MediaTracker clip'],
  [0x0309_0000, 'a campaign'],
  [0x0308_f000, 'a campaign'],
  [0x0301_d000, 'a player profile'],
  [0x0310_d000, 'a macroblock'],
  [0x2e00_2000, 'an item'],
  [0x0303_8000, 'a decoration'],
  [0x0b00_5000, 'a settings file'],
]);

/** The name of a class with an article ("a ghost"), or null for one that players never see. */
export function className(classId: number): string | null {
  return NAMES.get(modernId(classId)) ?? null;
}
