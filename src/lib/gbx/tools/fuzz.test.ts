import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { drawTrack } from '#platform/gbx/draw-map.ts';
import { runSeed } from '#testing/run-seed.ts';
import { readChallenge } from '../read/challenge.ts';
import type { GhostRecord } from '../read/ghost-record.ts';
import { readReplay } from '../read/replay.ts';
import { decodeInputs } from '../run/input-events.ts';
import { inputFigures } from '../run/input-figures.ts';
import { type LineRead, readTableLine, readUnpackedLine } from '../run/line.ts';
import { measureRun } from '../run/run-measure.ts';
import { makeFixtures } from './fixture-specs.ts';
import { type FuzzedReader, fuzz } from './fuzz.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void; // defined by the flag above

/**
 * Decodes movement and inputs of all ghosts. Compressed movements are not checked by zlib, so that mutants reach the code
 * behind it.
 */
const decodeRun: FuzzedReader = (bytes) => {
  const read = readReplay(bytes);
  if (!read.ok) return read;
  const { ghosts, inputs } = read.replay;
  for (const each of [inputs, ...ghosts.map((ghost) => ghost.inputs)])
    if (each) inputFigures(decodeInputs(each));
  for (const [index, { record }] of ghosts.entries()) {
    const line = record && (record.compressed ? unpackedLine(record) : readTableLine(record.table));
    if (index === 0) measureRun(read.replay, line?.ok ? line.line : null);
    if (line && !line.ok) return line;
  }
  return { ok: true };
};

/** Generated files have one stored block: two bytes and five come before its contents, a checksum after them. */
function unpackedLine({ packed, unpackedBytes }: Extract<GhostRecord, { compressed: true }>): LineRead {
  return readUnpackedLine(packed.subarray(7, -4), unpackedBytes);
}

/** Bytes in use after garbage collection. zlib frees its buffers only when the event loop turns. */
async function bytesInUse(): Promise<number> {
  for (let turns = 0; turns < 3; turns++) {
    collect();
    await turn();
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const files = makeFixtures().map(({ bytes }) => bytes);
const readers = [readChallenge, readReplay, drawTrack, decodeRun];

const seed = runSeed();
const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
const why = (report: ReturnType<typeof fuzz>) => report.failures.map((failure) => failure.why);

test(`15 000 mutants of tracks and replays, TEST_SEED=${seed}: no reader or decoder throws, none takes 50 ms, memory stays flat`, {
  timeout: 180_000,
}, async () => {
  expect(why(fuzz(files, readers, { count: 2000, seed: seed + 1, cpuMs }))).toEqual([]);
  const before = await bytesInUse();
  const report = fuzz(files, readers, { count: 15_000, seed, cpuMs });
  const growth = (await bytesInUse()) - before;
  expect(why(report)).toEqual([]);
  expect(report.mutants).toBe(15_000);
  expect(growth).toBeLessThan(4 * 1024 * 1024);
  // Enough mutants get through to test deeper code, and some damage cannot be detected.
  expect(report.accepted).toBeGreaterThan(100);
  expect(report.refused['damaged-header']).toBeGreaterThan(100);
  expect(report.refused['damaged-body']).toBeGreaterThan(100);
  expect(report.refused.truncated).toBeGreaterThan(100);
  expect(report.refused.altered).toBeGreaterThan(100);
  for (const kind of ['file', 'body', 'lzo', 'extreme', 'recombined'] as const)
    expect(report.kinds[kind], kind).toBeGreaterThan(1000);
});

test('a reader that throws or takes too long is reported', () => {
  const throwing = () => {
    throw new RangeError('out of bounds');
  };
  const slow = () => {
    const until = cpuMs() + 60;
    while (cpuMs() < until);
    return { ok: true } as const;
  };
  expect(why(fuzz(files, [throwing], { count: 1, seed: 1, cpuMs }))).toEqual([
    'threw RangeError: out of bounds',
  ]);
  expect(why(fuzz(files, [slow], { count: 1, seed: 1, cpuMs }))[0]).toMatch(/^took \d+ ms$/);
});
