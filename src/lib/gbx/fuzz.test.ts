import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { readChallenge } from './challenge.ts';
import { makeFixtures } from './fixture-specs.ts';
import { fuzz } from './fuzz.ts';
import { readReplay } from './replay.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void; // what the flag above defines

/** Bytes in use once everything unreachable is gone. */
function bytesInUse(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const files = makeFixtures().map(({ bytes }) => bytes);
const readers = [readChallenge, readReplay];
const why = (report: ReturnType<typeof fuzz>) => report.failures.map((failure) => failure.why);

test('40 000 mutants: no reader throws, none takes 50 ms, memory stays flat', { timeout: 60_000 }, () => {
  expect(why(fuzz(files, readers, { count: 2000, seed: 1 }))).toEqual([]);
  const before = bytesInUse();
  const report = fuzz(files, readers, { count: 40_000, seed: 2 });
  const growth = bytesInUse() - before;
  expect(why(report)).toEqual([]);
  expect(report.mutants).toBe(40_000);
  expect(growth).toBeLessThan(4 * 1024 * 1024);
  // The mutants reach deep enough to be worth it: both kinds of damage, and some that cannot be noticed.
  expect(report.accepted).toBeGreaterThan(100);
  expect(report.refused['damaged-header']).toBeGreaterThan(100);
  expect(report.refused['damaged-body']).toBeGreaterThan(100);
  expect(report.refused.truncated).toBeGreaterThan(100);
});

test('a reader that throws or lingers is found out', () => {
  const throwing = () => {
    throw new RangeError('out of bounds');
  };
  const slow = () => {
    const until = performance.now() + 60;
    while (performance.now() < until);
    return { ok: true } as const;
  };
  expect(why(fuzz(files, [throwing], { count: 1, seed: 1 }))).toEqual(['threw RangeError: out of bounds']);
  expect(why(fuzz(files, [slow], { count: 1, seed: 1 }))[0]).toMatch(/^took \d+ ms$/);
});
