import { Fault } from './refusal.ts';

/** Longest run copied byte by byte; for longer ones a call into the engine is faster. */
const SHORT = 24;

/**
 * Unpacks an LZO1X stream, as described in the Linux kernel's Documentation/staging/lzo.rst.
 * `size` is the unpacked size in bytes, which the caller has already checked against a limit.
 * Throws a Fault unless the stream ends exactly at the end of both input and output.
 */
export function lzo1xDecompress(input: Uint8Array, size: number): Uint8Array {
  const output = new Uint8Array(size);
  const inputEnd = input.length;
  let at = 0;
  let out = 0;
  // Number of literals copied by the previous instruction: it changes the meaning of codes 0..15. 4 means "4 or more".
  let state = 0;

  const next = (): number => {
    if (at >= inputEnd) throw damaged();
    return input[at++] as number; // in range: just compared with the end
  };
  /** A length that exceeds its bits: each zero byte adds 255, the first other byte ends it. */
  const longLength = (base: number): number => {
    let length = base;
    for (;;) {
      const byte = next();
      if (byte !== 0) return length + byte;
      length += 255;
      // Longer than the whole output cannot be right; stops a long row of zeros early.
      if (length > size) throw damaged();
    }
  };
  const literals = (count: number): void => {
    if (count > inputEnd - at || count > size - out) throw damaged();
    if (count > SHORT) output.set(input.subarray(at, at + count), out);
    else for (let i = 0; i < count; i++) output[out + i] = input[at + i] as number; // in range: checked above
    at += count;
    out += count;
  };
  const match = (distance: number, length: number): void => {
    if (distance > out || length > size - out) throw damaged();
    const from = out - distance;
    if (length > SHORT && distance >= length) output.copyWithin(out, from, from + length);
    // Byte by byte on purpose: a match may overlap its own output and then repeats itself.
    else for (let i = 0; i < length; i++) output[out + i] = output[from + i] as number; // in range: checked above
    out += length;
  };

  const first = inputEnd > 0 ? (input[0] as number) : 0; // in range: just compared
  if (first > 17) {
    at = 1;
    literals(first - 17);
    state = Math.min(first - 17, 4);
  }

  for (;;) {
    const code = next();
    let tail: number;
    if (code >= 64) {
      tail = code & 3;
      const length = code >= 128 ? 5 + ((code >> 5) & 3) : 3 + ((code >> 5) & 1);
      match((next() << 3) + ((code >> 2) & 7) + 1, length);
    } else if (code >= 32) {
      const length = 2 + (code & 31 || longLength(31));
      const low = next();
      tail = low & 3;
      match((next() << 6) + (low >> 2) + 1, length);
    } else if (code >= 16) {
      const length = 2 + (code & 7 || longLength(7));
      const low = next();
      tail = low & 3;
      const distance = 16_384 + ((code & 8) << 11) + (next() << 6) + (low >> 2);
      if (distance === 16_384) {
        if (length !== 3 || tail !== 0 || at !== inputEnd || out !== size) throw damaged();
        return output;
      }
      match(distance, length);
    } else if (state === 0) {
      literals(3 + (code || longLength(15)));
      state = 4;
      continue;
    } else {
      tail = code & 3;
      const distance = (next() << 2) + (code >> 2) + 1;
      if (state === 4) match(distance + 2048, 3);
      else match(distance, 2);
    }
    if (tail > 0) literals(tail);
    state = tail;
  }
}

function damaged(): Fault {
  return new Fault('damaged-body', 'This file is damaged: its packed data cannot be unpacked.');
}
