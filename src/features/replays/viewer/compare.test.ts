import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readReplay } from '#lib/gbx/read/replay.ts';
import { decodeInputs } from '#lib/gbx/run/input-events.ts';
import { readLine } from '#lib/gbx/run/line.ts';
import type { GhostSpec } from '#lib/gbx/tools/replay-spec.ts';
import { sampleRun } from '#lib/gbx/tools/sample-run.ts';
import { sampleBlocks } from '#lib/gbx/tools/sample-track.ts';
import { writeReplay } from '#lib/gbx/tools/writer.ts';
import { viewAddress, viewOf } from '../view-address.ts';
import { duelOf, duelTitle } from './duel.ts';
import { fasterAlong, sectorsOf } from './faster.ts';
import { inputScript } from './input-script.ts';
import { frameOfDrawing } from './map-frame.ts';
import { headingAt, hermite, isJump, jumpsOf, placeAt } from './motion.ts';
import { gapOf, type Run, runOf } from './run.ts';
import { gapAlongLine, gapAt, gapBySector, gapsAtCheckpoints } from './time-gap.ts';
import { distanceAt, timeAtDistance, trackLine } from './track-line.ts';

const environment = 'Stadium';
const blocks = sampleBlocks({ environment, seed: 5 });

async function decoded(ghost: GhostSpec, uid = 'CompareTest'): Promise<Run> {
  const read = readReplay(
    writeReplay({
      game: 'TMF',
      environment,
      uid,
      mapAuthor: 'ann',
      bestTimeMs: ghost.timeMs,
      nickname: 'b',
      ghosts: [ghost],
    }),
  );
  const found = read.ok ? read.replay.ghosts[0] : undefined;
  const line = found?.record && (await readLine(found.record, async (packed) => inflateSync(packed)));
  if (!read.ok || !found || !line?.ok || !line.line) throw new Error('no run');
  return runOf({
    uid: read.replay.uid,
    driver: 'b',
    timeMs: found.timeMs,
    checkpointsMs: found.checkpoints.flatMap(({ timeMs }) => timeMs ?? []),
    line: line.line,
    events: found.inputs && decodeInputs(found.inputs),
  });
}

const drive = (seed: number, timeMs?: number) =>
  sampleRun({ blocks, environment, seed, ...(timeMs && { timeMs }) });
const slow = await decoded(drive(1, 50_000));
const fast = await decoded(drive(1, 40_000));

describe('motion', () => {
  test('a cubic passes its ends with their slopes', () => {
    expect([hermite(1, 5, 3, 7, 0), hermite(1, 5, 3, 7, 1)]).toEqual([1, 3]);
    expect((hermite(1, 5, 3, 7, 1e-6) - 1) / 1e-6).toBeCloseTo(5, 3);
  });

  test('samples that are left out are found again within 0.8 m', () => {
    const { line } = slow;
    const every = <T extends Float32Array | Int32Array>(all: T, each: number) =>
      all.filter((_, i) => Math.floor(i / each) % 2 === 0) as T;
    const half = {
      ...line,
      count: Math.ceil(line.count / 2),
      timesMs: every(line.timesMs, 1),
      positions: every(line.positions, 3),
      velocities: every(line.velocities, 3),
    };
    for (let i = 21; i < line.count - 2; i += 2) {
      const { x, z } = placeAt(half, i * 100);
      expect(Math.hypot(x - (line.positions[3 * i] ?? 0), z - (line.positions[3 * i + 2] ?? 0))).toBeLessThan(
        0.8,
      );
    }
  });

  test('a step beyond the speed of the car is a respawn, and interrupts the line', async () => {
    const ghost = drive(1, 40_000);
    const samples = (ghost.samples ?? []).map((sample, i) =>
      i < 100
        ? sample
        : {
            ...sample,
            position: [sample.position[0] + 500, sample.position[1], sample.position[2]] as const,
          },
    );
    const run = await decoded({ ...ghost, samples });
    expect(jumpsOf(run.line)).toEqual([10_000]);
    expect(isJump(run.line, 98)).toBe(false);
    expect(placeAt(run.line, 9_950).x).toBeCloseTo(run.line.positions[3 * 99] ?? 0, 3);
    expect(run.track.distances.at(-1)).toBeLessThan((fast.track.distances.at(-1) ?? 0) + 1);
  });

  test('the car points the way it drives', () => {
    const { line } = fast;
    for (let i = 20; i < 300; i += 20) {
      const way = Math.atan2(line.velocities[3 * i] ?? 0, line.velocities[3 * i + 2] ?? 0);
      expect(Math.cos(headingAt(line, i) - way)).toBeGreaterThan(0.99);
    }
  });

  test('the car does not move before the start, and rolls on after the last sample', () => {
    const { line } = fast;
    expect(placeAt(line, -500)).toEqual(placeAt(line, 0));
    const last = line.timesMs.at(-1) ?? 0;
    expect(placeAt(line, last + 1000)).not.toEqual(placeAt(line, last));
  });
});

describe('distance', () => {
  test('times and distances are converted into each other', () => {
    for (const timeMs of [0, 3210, 20_000, 49_990])
      expect(timeAtDistance(slow.track, distanceAt(slow.track, timeMs))).toBeCloseTo(timeMs, -2);
    expect(distanceAt(slow.track, 99_999)).toBe(slow.track.distances.at(-1));
  });

  test('long runs get larger steps', () => {
    expect(trackLine(slow.line, 399_990).stepMs).toBe(10);
    expect(trackLine(slow.line, 400_010).stepMs).toBe(20);
    expect(trackLine(slow.line, 93 * 60_000).count).toBeLessThanOrEqual(40_001);
  });
});

describe('gaps', () => {
  test('a run at four fifths of the speed loses a fifth of its time everywhere', () => {
    const gap = gapOf(fast, slow);
    if (!gap) throw new Error('not compared');
    for (const timeMs of [4000, 12_000, 28_000, 39_000])
      expect(gapAt(gap, distanceAt(fast.track, timeMs))).toBeCloseTo(timeMs / 4, -2);
    expect(gapAt(gap, Infinity)).toBeCloseTo(10_000, -1);
  });

  test('both methods agree, and are exact at checkpoints', () => {
    const along = gapAlongLine(fast.track, slow.track);
    const sectors = gapBySector(fast.track, slow.track, fast.checkpointsMs, slow.checkpointsMs);
    const pinned = gapOf(fast, slow);
    const exact = gapsAtCheckpoints(fast.checkpointsMs, slow.checkpointsMs);
    for (const [i, timeMs] of fast.checkpointsMs.entries()) {
      const distance = distanceAt(fast.track, timeMs);
      for (const gap of [along, sectors])
        expect(Math.abs(gapAt(gap ?? sectors, distance) - (exact[i] ?? 0))).toBeLessThan(60);
      expect(Math.abs(gapAt(pinned ?? sectors, distance) - (exact[i] ?? 0))).toBeLessThan(30);
    }
  });

  test('a run has no gap to itself', () => {
    expect(Math.max(...(gapOf(fast, fast)?.gapsMs ?? [1]).map(Math.abs))).toBeLessThan(1);
  });

  test('runs of different tracks or with different checkpoints are not compared', async () => {
    expect(gapOf(fast, await decoded(drive(1, 40_000), 'Another'))).toBeNull();
    expect(gapOf(fast, { ...slow, checkpointsMs: slow.checkpointsMs.slice(1) })).toBeNull();
  });

  test('runs that take different ways are compared by sectors', async () => {
    const ghost = drive(1, 40_000);
    const samples = (ghost.samples ?? []).map((sample) => ({
      ...sample,
      position: [sample.position[0], sample.position[1] + 40, sample.position[2]] as const,
    }));
    const above = await decoded({ ...ghost, samples });
    expect(gapAlongLine(fast.track, above.track)).toBeNull();
    expect(Math.max(...(gapOf(fast, above)?.gapsMs ?? [999]).map(Math.abs))).toBeLessThan(30);
  });
});

describe('sectors', () => {
  test.each([
    ['one run', [[5000, 9000]], [[5000], [4000]], [null, null], [0, 0]],
    [
      'the faster of two',
      [
        [5000, 9000],
        [5100, 8900],
      ],
      [
        [5000, 5100],
        [4000, 3800],
      ],
      [0, 1],
      [100, 200],
    ],
    [
      'equal',
      [
        [5000, 9000],
        [5000, 9010],
      ],
      [
        [5000, 5000],
        [4000, 4010],
      ],
      [null, 0],
      [0, 10],
    ],
    ['the fastest of three, and the next one', [[5000], [4990], [4980]], [[5000, 4990, 4980]], [2], [10]],
    [
      'another number of checkpoints',
      [[5000, 9000], [8000]],
      [
        [5000, null],
        [4000, null],
      ],
      [null, null],
      [0, 0],
    ],
    ['no checkpoints', [[], [5000]], [], [], []],
  ])('%s', (_what, runs, timesMs, fastest, leadMs) => {
    const sectors = sectorsOf(runs);
    expect(sectors.map((sector) => sector.timesMs)).toEqual(timesMs);
    expect(sectors.map((sector) => sector.fastest)).toEqual(fastest);
    expect(sectors.map((sector) => sector.leadMs)).toEqual(leadMs);
  });
});

describe('who was faster where', () => {
  const gapOfMs = (gapsMs: readonly number[]) => ({ distances: gapsMs.map((_, i) => i * 100), gapsMs });

  test.each([
    ['the gap grows', [0, 800], ['first']],
    ['the gap shrinks', [0, -800], ['second']],
    ['the gap stays', [300, 300], [null]],
    ['it grows by less than samples show', [0, 600], [null]],
    ['it grows, stays and shrinks', [0, 400, 400, 0, 0], ['first', null, 'second', null]],
  ])('%s', (_what, gapsMs, faster) => {
    const length = 100 * (gapsMs.length - 1);
    const stretches = fasterAlong(gapOfMs(gapsMs), length);
    expect(stretches.map((stretch) => stretch.faster)).toEqual(faster);
    expect([stretches[0]?.from, stretches.at(-1)?.to]).toEqual([0, length]);
  });

  test('all of the way belongs to a run that is faster everywhere', () => {
    const gap = gapOf(fast, slow);
    const stretches = gap ? fasterAlong(gap, fast.track.distances.at(-1) ?? 0) : [];
    expect(stretches.map(({ faster }) => faster)).toEqual(['first']);
  });
});

test.each([
  [
    'Race',
    0,
    { ReplayTime: 60_250 },
    { ReplayTime: 60_000 },
    'bo 0.25 s ahead of ann',
    ['01:00.00', '01:00.25'],
  ],
  [
    'more than a minute',
    0,
    { ReplayTime: 60_000 },
    { ReplayTime: 125_500 },
    'ann 01:05.50 ahead of bo',
    ['01:00.00', '02:05.50'],
  ],
  ['equal', 0, { ReplayTime: 60_000 }, { ReplayTime: 60_000 }, 'ann level with bo', ['01:00.00', '01:00.00']],
  [
    'Stunts',
    3,
    { ReplayScore: 150 },
    { ReplayScore: 149 },
    'ann 1 point ahead of bo',
    ['150 pts', '149 pts'],
  ],
  [
    'Platform',
    2,
    { ReplayTime: 9000, ReplayRespawns: 2 },
    { ReplayTime: 99_000 },
    'bo 2 respawns ahead of ann',
    ['01:39.00 (0)', '00:09.00 (2)'],
  ],
] as const)('a duel names who is ahead and by how much: %s', (_what, type, first, second, title, results) => {
  const none = { ReplayTime: 0, ReplayScore: 0, ReplayRespawns: 0, IsSecret: false };
  const duel = duelOf(
    type,
    { driverId: 1, driver: 'ann', ...none, ...first },
    { driverId: 2, driver: 'bo', ...none, ...second },
  );
  expect(duel && duelTitle(duel)).toBe(title);
  expect(duel?.results).toEqual(results);
});

test('a duel of one driver with themselves compares two runs; a hidden result makes no duel', () => {
  const run = {
    driverId: 1,
    driver: 'ann',
    ReplayTime: 60_000,
    ReplayScore: 0,
    ReplayRespawns: 0,
    IsSecret: false,
  };
  const duel = duelOf(0, run, { ...run, ReplayTime: 60_500 });
  expect(duel && duelTitle(duel)).toBe('Two runs by ann, 0.50 s apart');
  expect(duelOf(0, run, { ...run, driverId: 2, IsSecret: true })).toBeNull();
});

test('a script contains presses as ranges, the stick, gas and respawns', () => {
  const event = (
    timeMs: number,
    control: 'left' | 'accelerate' | 'steer' | 'gas' | 'respawn',
    value: number,
  ) => ({ timeMs, control, value });
  const events = [
    event(-500, 'accelerate', 1),
    event(10, 'left', 1),
    event(1260, 'steer', 65_536),
    event(2010, 'left', 0),
    event(2015, 'respawn', 1),
    event(3000, 'gas', 65_536),
  ];
  expect(inputScript({ durationMs: 5000, events, shiftMs: 0 }, ['Track\nname', 'b'])).toBe(
    [
      '# Track name',
      '# b',
      '0-4990 press up',
      '0-2000 press left',
      '1250 steer 65536',
      '2010 press enter',
      '2990 gas -65536',
      '',
    ].join('\n'),
  );
});

describe('a link restores the view', () => {
  test.each([
    ['', {}],
    ['?race=1', { isRace: true }],
    ['?replays=1&pack=3', { replayIds: [1], packId: 3 }],
    ['?replays=1,2&race=1&t=2', { replayIds: [1, 2], isRace: true, timeMs: 2000 }],
    ['?replays=1,2,3&t=12.34&speed=0.5', { replayIds: [1, 2, 3], timeMs: 12_340, speed: 0.5 }],
    ['?replays=5,4,3,2,1', { replayIds: [5, 4, 3, 2, 1] }],
    [
      '?replays=1&camera=orbit,45,20,60',
      {
        replayIds: [1],
        space: { camera: 'orbit' as const, orbit: { around: 45, above: 20, metres: 60 } },
      },
    ],
  ])('%s', (query, changes) => {
    const view = { replayIds: [], isRace: false, timeMs: 0, speed: 1, space: null, packId: null, ...changes };
    const { hasMore, ...read } = viewOf(new URLSearchParams(query));
    expect(read).toEqual(view);
    expect(hasMore).toBe(false);
    expect(viewAddress(5, view, null)).toBe(`/trackreplayview/5${query}`);
  });

  test.each([
    ['an eleventh replay', 'replays=1,2,3,4,5,6,7,8,9,10,11', { replayIds: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }],
    [
      'more than a race holds',
      `race=1&replays=${Array.from({ length: 21 }, (_, i) => i + 1)}`,
      { replayIds: Array.from({ length: 20 }, (_, i) => i + 1), hasMore: true },
    ],
    ['duplicates', 'replays=1&replays=1&replays=2', { replayIds: [1, 2] }],
    ['no ids', 'replays=x,-1,0,1.5,99999999999', { replayIds: [] }],
    ['the largest id', 'replays=2147483647,2147483648', { replayIds: [2_147_483_647] }],
    ['a wrong time', 't=-1', { timeMs: 0 }],
    ['more than a day', 't=99999', { timeMs: 86_400_000 }],
    ['a speed that is not offered', 'speed=3', { speed: 1 }],
  ])('%s', (_what, query, view) => {
    expect(viewOf(new URLSearchParams(query))).toMatchObject(view);
  });

  test('the secret of an unlisted track stays in the link', () => {
    expect(viewAddress(5, { replayIds: [1] }, 'a&b')).toBe('/trackreplayview/5?replays=1&key=a%26b');
  });
});

test('the frame of a drawing: fitted into its size and centred', () => {
  const drawing = (view: string) =>
    `<svg xmlns="x" width="480" height="300" viewBox="${view}" preserveAspectRatio="xMidYMid meet">`;
  expect(frameOfDrawing(drawing('10 20 10 10'))).toEqual({
    width: 480,
    height: 300,
    scale: 30,
    left: 90 - 300,
    top: -600,
  });
  expect(frameOfDrawing(drawing('-1.5 0 48 10'))).toEqual({
    width: 480,
    height: 300,
    scale: 10,
    left: 15,
    top: 100,
  });
  expect(frameOfDrawing(drawing('0 0 0 10'))).toBeNull();
  expect(frameOfDrawing('<html>')).toBeNull();
});
