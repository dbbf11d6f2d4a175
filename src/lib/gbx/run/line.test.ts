import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { GAMES } from '../read/game.ts';
import type { GhostRecord } from '../read/ghost-record.ts';
import { LIMITS } from '../read/limits.ts';
import { readReplay } from '../read/replay.ts';
import { ByteWriter } from '../tools/byte-writer.ts';
import { sampleRun } from '../tools/sample-run.ts';
import { sampleBlocks } from '../tools/sample-track.ts';
import type { SampleSpec } from '../tools/sample-writer.ts';
import { zlibStored } from '../tools/sample-writer.ts';
import { writeReplay } from '../tools/writer.ts';
import type { Line } from './driven-line.ts';
import { type Inflate, readLine, readUnpackedLine } from './line.ts';

const inflate: Inflate = async (packed, unpackedBytes) =>
  inflateSync(packed, { maxOutputLength: unpackedBytes });

const samples: SampleSpec[] = Array.from({ length: 20 }, (_, i) => ({
  position: [100 + i * 3, 20 + i / 10, 700 - i * 4],
  velocity: [30 + i, i - 10, -40],
  heading: -3 + i * 0.3,
  rpm: 3000 + 100 * i,
  steer: [-1, 0, 1, 0.5][i % 4] ?? 0,
  gas: i % 2,
  brake: (i >> 1) % 2,
  isFlying: i === 7,
}));

function recordOf(game: (typeof GAMES)[number], given: readonly SampleSpec[]): GhostRecord | null {
  const read = readReplay(
    writeReplay({
      game,
      environment: 'Desert',
      uid: 'LineTest',
      mapAuthor: 'ann',
      bestTimeMs: 2000,
      nickname: 'bob',
      map: null,
      headerVersion: null,
      ghosts: [{ timeMs: 2000, samples: given }],
    }),
  );
  if (!read.ok) throw new Error(read.refusal.message);
  return read.replay.ghosts[0]?.record ?? null;
}

async function lineOf(record: GhostRecord | null): Promise<Line> {
  if (record === null) throw new Error('no record');
  const read = await readLine(record, inflate);
  if (!read.ok || read.line === null) throw new Error('no line');
  return read.line;
}

// TM 1.0 has no header, so its track must be inside; that is tested with the fixtures
const games = GAMES.filter((game) => game !== 'TM 1.0' && game !== 'TM Power Up');

describe('what a game stores about the movement is read back', () => {
  test.each(games)('%s', async (game) => {
    const line = await lineOf(recordOf(game, samples));
    expect(line.count).toBe(20);
    expect([...line.timesMs.slice(0, 3)]).toEqual([0, 100, 200]);
    for (const [i, { position, velocity, heading, rpm = 0, steer = 0, gas, brake }] of samples.entries()) {
      for (const axis of [0, 1, 2]) {
        expect(line.positions[3 * i + axis]).toBeCloseTo(position[axis] ?? 0, 3);
        expect(line.velocities[3 * i + axis]).toBeCloseTo(velocity[axis] ?? 0, -0.3);
      }
      expect(line.forwardSpeeds[i]).toBeCloseTo(Math.hypot(...velocity), 0);
      expect(line.rpms[i]).toBeCloseTo(rpm, 0);
      const [qx = 0, qy = 0, qz = 0, qw = 0] = line.rotations.slice(4 * i, 4 * i + 4);
      expect(2 * (qx * qz + qw * qy)).toBeCloseTo(Math.sin(heading), 2);
      expect(1 - 2 * (qx * qx + qy * qy)).toBeCloseTo(Math.cos(heading), 2);
      expect(line.steer?.[i]).toBeCloseTo(steer, 1);
      expect([line.gas?.[i], line.brake?.[i]]).toEqual([gas, brake]);
    }
    const wheels = line.wheels && [...line.wheels.slice(6, 9)];
    expect(wheels).toEqual(game === 'TMO' || game === 'TMS' ? null : [0b1111, 0, 0b1111]);
  });
});

test('a replay without samples has no record, and an empty record no line', async () => {
  expect(recordOf('TMF', [])).toBeNull();
  const nothing = Uint8Array.of(255, 255, 255, 255);
  expect(readUnpackedLine(nothing, 4)).toEqual({ ok: true, line: null });
});

test('a generated run stays on its road and reaches the finish at its time', async () => {
  const blocks = sampleBlocks({ environment: 'Stadium', seed: 5 });
  const run = sampleRun({ blocks, environment: 'Stadium', seed: 1, timeMs: 45_670 });
  expect(run.timeMs).toBe(45_670);
  expect(run.checkpoints?.at(-1)?.timeMs).toBe(45_670);
  const cells = new Set(blocks.map(({ x, z }) => `${x} ${z}`));
  for (const { position } of run.samples?.slice(0, 456) ?? [])
    expect(cells).toContain(`${Math.floor(position[0] / 32)} ${Math.floor(position[2] / 32)}`);
  expect(run).toEqual(sampleRun({ blocks, environment: 'Stadium', seed: 1, timeMs: 45_670 }));
});

/** The unpacked table of a compressed record, with chosen numbers. */
function table(
  change: Partial<Record<'period' | 'version' | 'count' | 'offset' | 'size' | 'fixed', number>>,
) {
  const { period = 100, version = 9, count = 2, offset = 0, size = 61, fixed = 1 } = change;
  const w = new ByteWriter();
  for (const value of [0x0a02_b000, fixed, 0, period, version, 122]) w.u32(value);
  w.zeros(122);
  for (const value of [count, offset, size]) w.u32(value);
  return w.done();
}

describe('a table that does not add up is refused', () => {
  const readTable = (bytes: Uint8Array) => {
    const read = readUnpackedLine(bytes, bytes.length);
    return read.ok ? 'read' : read.refusal.code;
  };
  test.each([
    ['as the game writes it', {}, 'read'],
    ['a later version', { version: 10 }, 'damaged-body'],
    ['an unknown version', { version: 3 }, 'damaged-body'],
    ['more samples than bytes', { count: 3 }, 'damaged-body'],
    ['a first sample elsewhere', { offset: 61 }, 'damaged-body'],
    ['samples of another size', { size: 60 }, 'damaged-body'],
    ['the longest period', { period: LIMITS.samplePeriodMs }, 'read'],
    ['a longer period', { period: LIMITS.samplePeriodMs + 1 }, 'damaged-body'],
    ['no period', { period: 0 }, 'damaged-body'],
    ['steps that are missing', { fixed: 0 }, 'damaged-body'],
  ])('%s', (_what, change, outcome) => {
    expect(readTable(table(change))).toBe(outcome);
  });

  test.each([
    ['at', LIMITS.samples, 'damaged-body'],
    ['above', LIMITS.samples + 1, 'damaged-body'],
  ])('a number of samples %s the limit that the bytes cannot hold', (_where, count, outcome) => {
    expect(readTable(table({ count }))).toBe(outcome);
  });

  test.each([
    ['at the limit', LIMITS.coordinate, 'read'],
    ['above the limit', LIMITS.coordinate + 1, 'damaged-body'],
    ['not a number', Number.NaN, 'damaged-body'],
    ['infinite', Number.POSITIVE_INFINITY, 'damaged-body'],
  ])('a position %s', (_what, x, outcome) => {
    const bytes = table({});
    new DataView(bytes.buffer, bytes.byteOffset).setFloat32(24 + 61, x, true);
    expect(readTable(bytes)).toBe(outcome);
  });

  test('a speed above the limit', () => {
    const bytes = table({});
    new DataView(bytes.buffer, bytes.byteOffset).setInt16(24 + 18, 7700, true); // e to the 7.7 is 2208
    expect(readTable(bytes)).toBe('damaged-body');
  });

  test('bytes after its end, and fewer bytes than stated', () => {
    const bytes = table({});
    expect(readTable(Uint8Array.of(...bytes, 0))).toBe('damaged-body');
    expect(readUnpackedLine(bytes, bytes.length + 1)).toMatchObject({ refusal: { code: 'damaged-body' } });
  });
});

test('a zlib bomb is never unpacked, and a damaged stream is refused', async () => {
  const packed = zlibStored(table({}));
  const never: Inflate = () => expect.unreachable('unpacked');
  const unpackedBytes = LIMITS.samplesBytes + 1;
  expect(await readLine({ compressed: true, unpackedBytes, packed }, never)).toMatchObject({
    refusal: { code: 'over-limit' },
  });
  const damaged = packed.slice(0, -1);
  expect(
    await readLine({ compressed: true, unpackedBytes: LIMITS.samplesBytes, packed: damaged }, inflate),
  ).toMatchObject({ refusal: { code: 'damaged-body' } });
});

test('blocks of a stored zlib stream hold 65,535 bytes each', () => {
  for (const length of [0, 1, 65_534, 65_535, 65_536, 200_000]) {
    const bytes = Uint8Array.from({ length }, (_, i) => i * 7);
    expect(Buffer.compare(inflateSync(zlibStored(bytes)), bytes)).toBe(0);
  }
});
