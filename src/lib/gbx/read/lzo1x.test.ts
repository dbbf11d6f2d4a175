import { describe, expect, test } from 'vitest';
import { runSeed } from '#testing/run-seed.ts';
import { lzo1xCompress } from '../tools/lzo1x-compress.ts';
import { below, seededRandom } from '../tools/random.ts';
import { lzo1xDecompress } from './lzo1x.ts';
import { Fault } from './refusal.ts';

const END = [0x11, 0, 0];
const text = (letters: string): Uint8Array => new TextEncoder().encode(letters);
const unpack = (codes: number[], size: number): string =>
  new TextDecoder().decode(lzo1xDecompress(Uint8Array.from(codes), size));

describe('each instruction of the stream', () => {
  const abcd = [...text('abcd')];
  test.each([
    ['nothing at all', END, ''],
    ['a first run of literals', [17 + 4, ...abcd, ...END], 'abcd'],
    ['a run by its short code', [1, ...abcd, ...END], 'abcd'],
    ['a run by its long code', [0, 1, ...text('a'.repeat(19)), ...END], 'a'.repeat(19)],
    ['a match of 3 or 4 at up to 2048', [17 + 4, ...abcd, 0x40 + (3 << 2), 0, ...END], 'abcdabc'],
    ['a match of 5 to 8 at up to 2048', [17 + 4, ...abcd, 0x80 + (3 << 2), 0, ...END], 'abcdabcda'],
    ['a match that repeats itself', [17 + 1, 97, 0x20 + 7, 0, 0, ...END], 'a'.repeat(10)],
    ['a match by its long code', [17 + 1, 97, 0x20, 0, 9, 0, 0, ...END], 'a'.repeat(1 + 2 + 31 + 255 + 9)],
    ['literals behind a match', [17 + 1, 97, 0x21, 2, 0, 120, 121, ...END], 'aaaaxy'],
    ['two bytes after few literals', [17 + 2, 97, 98, 4, 0, ...END], 'abab'],
    ['three bytes from beyond 2048', [...manyLiterals(2053), 0, 0, ...END], `${'a'.repeat(2053)}aaa`],
  ])('%s', (_name, codes, expected) => {
    expect(unpack(codes, expected.length)).toBe(expected);
  });
});

function manyLiterals(count: number): number[] {
  const zeros = Math.ceil((count - 18) / 255) - 1;
  return [0, ...new Array<number>(zeros).fill(0), count - 18 - 255 * zeros, ...text('a'.repeat(count))];
}

describe('a damaged stream is refused', () => {
  test.each([
    ['no input', [], 0],
    ['no end mark', [17 + 1, 97], 1],
    ['input ends within literals', [17 + 9, 97], 9],
    ['input ends within an instruction', [17 + 1, 97, 0x40], 4],
    ['an endless length', [17 + 1, 97, 0x20, ...new Array<number>(100).fill(0)], 50],
    ['more output than announced', [17 + 4, 97, 98, 99, 100, ...END], 3],
    ['a match beyond the output', [17 + 1, 97, 0x20 + 30, 0, 0, ...END], 10],
    ['less output than announced', [17 + 4, 97, 98, 99, 100, ...END], 5],
    ['a match before the first byte', [17 + 1, 97, 0x40 + 4, 0, ...END], 4],
    ['bytes after the end mark', [17 + 1, 97, ...END, 0], 1],
    ['an end mark of another length', [17 + 1, 97, 0x12, 0, 0], 1],
  ])('%s', (_name, codes, size) => {
    expect(() => lzo1xDecompress(Uint8Array.from(codes), size)).toThrow(Fault);
  });

  test('a bomb declared as 8 MiB ends with its input', () => {
    const bomb = Uint8Array.from([17 + 1, 97, 0x20, ...new Array<number>(40_000).fill(0), 1, 0, 0, ...END]);
    expect(() => lzo1xDecompress(bomb, 8 * 1024 * 1024)).toThrow(Fault);
  });
});

describe('unpacking returns what was packed', () => {
  const random = seededRandom(runSeed());
  const noise = (length: number, values: number) => Uint8Array.from({ length }, () => below(random, values));
  test.each([
    ['nothing', new Uint8Array()],
    ['one byte', Uint8Array.of(7)],
    ['three bytes', Uint8Array.of(1, 2, 3)],
    ['four bytes', Uint8Array.of(1, 2, 3, 4)],
    ['a megabyte of zeros', new Uint8Array(1 << 20)],
    ['noise', noise(50_000, 256)],
    ['noise of few values', noise(50_000, 3)],
    ['text', text('StadiumRoadMain StadiumRoadMainStartLine StadiumRoadMainCheckpoint '.repeat(300))],
    ['a repeat at the longest distance', new Uint8Array([...noise(16_384, 256), ...noise(9, 256)])],
  ])('%s', (_name, bytes) => {
    expect(Buffer.compare(lzo1xDecompress(lzo1xCompress(bytes), bytes.length), bytes)).toBe(0);
  });

  test('any length up to 600, of noise and repeats', () => {
    for (let length = 0; length <= 600; length++) {
      const bytes = noise(length, 1 + below(random, 40));
      expect(Buffer.compare(lzo1xDecompress(lzo1xCompress(bytes), length), bytes)).toBe(0);
    }
  });
});
