import { ByteWriter } from './byte-writer.ts';

/** The longest distance of a match, limited by the instruction used here. */
const REACH = 16_384;
const SHORTEST = 4;

/**
 * Packs bytes as a valid LZO1X stream in a simple way: greedy matches of four bytes and more with a single instruction, found
 * with a hash of their first four bytes. The game's own packer produces slightly smaller output.
 */
export function lzo1xCompress(input: Uint8Array): Uint8Array {
  const out = new ByteWriter();
  const seen = new Map<number, number>();
  let literalsFrom = 0;
  let at = 0;
  /** A match not yet written: its low bits contain the number of following literals, known only at the next match. */
  let pending: { distance: number; length: number } | null = null;

  /** Writes the pending match, if any, and the literals between it and `end`. */
  const flush = (end: number): void => {
    const literals = end - literalsFrom;
    const tail = pending !== null && literals <= 3 ? literals : 0;
    if (pending !== null) writeMatch(out, pending.distance, pending.length, tail);
    if (tail === 0 && literals > 0) writeLiteralCount(out, literals, pending === null);
    out.raw(input.subarray(literalsFrom, end));
    pending = null;
  };

  while (at + SHORTEST <= input.length) {
    const key = wordAt(input, at);
    const from = seen.get(key);
    seen.set(key, at);
    if (from === undefined || at - from > REACH) {
      at++;
      continue;
    }
    let length = SHORTEST;
    while (at + length < input.length && input[from + length] === input[at + length]) length++;
    flush(at);
    pending = { distance: at - from, length };
    at += length;
    literalsFrom = at;
  }
  flush(input.length);
  // A match of length 3 at distance 16384 ends the stream.
  out.raw(Uint8Array.of(0x11, 0, 0));
  return out.done();
}

function wordAt(bytes: Uint8Array, at: number): number {
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(at, at + SHORTEST);
  return (a | (b << 8) | (c << 16) | (d << 24)) >>> 0;
}

/** Instruction 32..63: length from 2, distance up to 16384, followed by 0..3 literals. */
function writeMatch(out: ByteWriter, distance: number, length: number, tail: number): void {
  const rest = length - 2;
  if (rest <= 31) {
    out.u8(32 + rest);
  } else {
    out.u8(32);
    writeLong(out, rest - 31);
  }
  out.u16(((distance - 1) << 2) | tail);
}

/** At the start 1..238 literals have their own code; elsewhere this is never called for fewer than 4. */
function writeLiteralCount(out: ByteWriter, count: number, isFirst: boolean): void {
  if (isFirst && count <= 238) {
    out.u8(17 + count);
  } else if (count - 3 <= 15) {
    out.u8(count - 3);
  } else {
    out.u8(0);
    writeLong(out, count - 3 - 15);
  }
}

/** A length that exceeds its bits: 255 for each zero byte, then the rest, which is 1..255. */
function writeLong(out: ByteWriter, length: number): void {
  let rest = length;
  for (; rest > 255; rest -= 255) out.u8(0);
  out.u8(rest);
}
