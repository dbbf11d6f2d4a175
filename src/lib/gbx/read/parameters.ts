import { COLLECTOR_LIST, PARAMETERS } from './class-ids.ts';
import { LIMITS } from './limits.ts';
import { assertFirst, chunkTable } from './nodes.ts';

/**
 * Medals, author's result and time limit in the body: null for none, undefined if no chunk contains them.
 * Their meaning depends on the mode, as in Challenge.
 */
export type Parameters = {
  bronze?: number | null;
  silver?: number | null;
  gold?: number | null;
  authorTimeMs?: number | null;
  authorScore?: number | null;
  timeLimitMs?: number | null;
};

/** How many kinds of puzzle pieces a track gives to its drivers; undefined where the body has no such list. */
export type Collector = { puzzlePieces?: number };

export const COLLECTOR_CHUNKS = chunkTable<Collector>(COLLECTOR_LIST, {
  0x000: (r, into) => {
    assertFirst(r, into.puzzlePieces);
    // 16 bytes: three ids and a count.
    const count = r.count(16, 'puzzle pieces', LIMITS.listItems);
    into.puzzlePieces = count;
    for (let i = 0; i < count; i++) {
      r.ident();
      r.u32();
    }
  },
});

/** The sizes of the unnamed fields are from gbx-net. */
export const PARAMETER_CHUNKS = chunkTable<Parameters>(PARAMETERS, {
  0x000: (r) => r.skip(32),
  0x001: (r) => [r.string(), r.string(), r.string(), r.string()], // tips
  0x002: (r) => r.skip(64),
  0x003: (r) => r.skip(24),
  0x004: (r, into) => {
    assertFirst(r, into.authorTimeMs);
    into.bronze = r.u32OrNull();
    into.silver = r.u32OrNull();
    into.gold = r.u32OrNull();
    into.authorTimeMs = r.u32OrNull();
    r.u32();
  },
  0x005: (r) => r.skip(12),
  0x006: (r) => r.skip(4 * r.count(4, 'items', LIMITS.listItems)),
  0x007: (r) => r.u32(),
  0x008: (r, into) => {
    assertFirst(r, into.authorScore);
    into.timeLimitMs = r.u32OrNull();
    into.authorScore = r.u32OrNull();
  },
});
