import { expect, test } from 'vitest';
import { ENVIRONMENTS, type Environment } from '#lib/gbx/read/environment.ts';
import type { LineOnTrack } from '#lib/gbx/run/run-on-track.ts';
import type { BlockSpec, ChallengeSpec } from '#lib/gbx/tools/challenge-spec.ts';
import type { GhostSpec, ReplaySpec } from '#lib/gbx/tools/replay-spec.ts';
import { sampleRun } from '#lib/gbx/tools/sample-run.ts';
import { sampleBlocks } from '#lib/gbx/tools/sample-track.ts';
import { writeChallenge, writeReplay } from '#lib/gbx/tools/writer.ts';
import { replaySpec } from '#testing/replays.ts';
import { fileSpec } from '#testing/tracks.ts';
import { type Gate, gatesOf, reachMetres } from './gates.ts';
import { canAllDiffer, missedAt } from './line-gates.ts';
import { packRuns } from './packed-runs.ts';
import { readRunOnTrack } from './run-on-track.ts';

const uid = 'Compared_0_xxxxxxxxxxxx';
const fitting: LineOnTrack = { isJudged: true, missed: [], isRepeated: false, never: null };

function compare(replay: Partial<ReplaySpec>, track: Uint8Array) {
  const bytes = writeReplay(replaySpec({ map: track, ...replay, uid }));
  const read = readRunOnTrack(packRuns([bytes, track]));
  if (!read.ok) throw new Error(read.refusal.message);
  return read.run;
}

interface Driven {
  readonly track?: Partial<ChallengeSpec>;
  readonly environment?: Environment;
  readonly laps?: number;
  readonly blocks?: readonly BlockSpec[];
  /** changes the run */
  ghost?(honest: ReturnType<typeof sampleRun>): GhostSpec;
  readonly replay?: Partial<ReplaySpec>;
}

/** A generated run next to its generated track. */
function driven({ track, environment = 'Stadium', laps = 1, ghost, replay, ...given }: Driven = {}) {
  const blocks = given.blocks ?? sampleBlocks({ environment, seed: 7 });
  const run = sampleRun({ blocks, environment, seed: 3, laps });
  const { game = 'TMF' } = replay ?? {};
  const file = writeChallenge(fileSpec({ game, ...track, environment, blocks, uid }));
  const own = ghost?.(run) ?? run;
  return compare({ environment, bestTimeMs: run.timeMs, ghosts: [own], ...replay }, file);
}

const checkpoints = sampleBlocks({ environment: 'Stadium', seed: 7 }).filter(({ name }) =>
  name.includes('Checkpoint'),
).length;

test.each(ENVIRONMENTS)('%s: an honest run is at each gate of its track', (environment) => {
  const run = driven({ environment });
  expect(run).toMatchObject({ laps: [1], unordered: null, blocks: 'same', line: fitting });
  expect(run.checkpoints).toEqual([run.times - 1]);
});

test('a lap race has a time for each checkpoint and each end of a lap', () => {
  const track = { laps: 3 };
  expect(driven({ track, laps: 3 })).toMatchObject({
    laps: [3],
    times: 3 * (checkpoints + 1),
    unordered: null,
    line: fitting,
  });
  expect(driven({ track })).toMatchObject({ laps: [3], times: checkpoints + 1, line: fitting });
});

test.each([
  ['TM 1.0', 0],
  ['TM Power Up', checkpoints],
] as const)('%s: without all times, the line still has to come to each checkpoint', (game, times) => {
  const replay = { game } as const;
  const ghost = (run: GhostSpec) => ({ ...run, checkpoints: run.checkpoints?.slice(0, -1) ?? [] });
  expect(driven({ replay, track: { game }, ghost })).toMatchObject({ game, times, line: fitting });
  // the same line, cut out of the middle: half of the checkpoints are left out
  const cut = (run: GhostSpec) => {
    const samples = run.samples ?? [];
    const [first] = samples;
    const last = samples.at(-1);
    if (!first || !last) throw new Error('no samples');
    const half = samples.map((sample, i) => (i < samples.length / 2 ? first : sample));
    return { ...run, checkpoints: [], samples: half };
  };
  const { line } = driven({ replay, track: { game }, ghost: cut });
  expect(line).toMatchObject({ isJudged: true, never: { name: 'StadiumRoadMainCheckpoint' } });
});

const timesOf = (...timesMs: readonly (number | null)[]) => ({
  ghost: (run: GhostSpec) => ({
    ...run,
    checkpoints: [...timesMs.map((timeMs) => ({ timeMs, score: 0 })), { timeMs: run.timeMs, score: 0 }],
  }),
});

test.each<[string, readonly (number | null)[], object | null]>([
  ['ascending', [5000, 5010], null],
  ['equal', [5000, 5000], { number: 2, beforeMs: 5000, timeMs: 5000, mayBeEqual: false }],
  ['descending', [5000, 4990], { number: 2, beforeMs: 5000, timeMs: 4990, mayBeEqual: false }],
  ['at the start', [0, 5000], { number: 1, beforeMs: 0, timeMs: 0, mayBeEqual: false }],
  ['missing', [5000, null], { number: 2, beforeMs: 5000, timeMs: null, mayBeEqual: false }],
])('times that are %s', (_, timesMs, unordered) =>
  expect(driven(timesOf(...timesMs)).unordered).toEqual(unordered),
);

test('times may be equal on a track with two gates at which a car can be at once', () => {
  const blocks = sampleBlocks({ environment: 'Stadium', seed: 7 });
  const gate = blocks.find(({ name }) => name.includes('Checkpoint'));
  if (!gate) throw new Error('no checkpoint');
  const twice = [...blocks, { ...gate, z: gate.z + 1 }];
  expect(driven({ ...timesOf(5000, 5000), blocks: twice }).unordered).toMatchObject({ mayBeEqual: true });
});

test('the track inside is compared block by block, in any order and without border pieces', () => {
  const blocks = sampleBlocks({ environment: 'Stadium', seed: 7 });
  const inside = (own: readonly BlockSpec[]) =>
    driven({ blocks, replay: { map: writeChallenge(fileSpec({ blocks: own, uid })) } }).blocks;
  const [first, ...rest] = blocks;
  const last = blocks.at(-1);
  if (!first || !last) throw new Error('no blocks');
  const border = { name: 'StadiumRoadMain', x: 9, y: 1, z: 9, direction: 0, clip: true };
  expect(inside([...rest, first])).toBe('same');
  expect(inside([...blocks, border])).toBe('same');
  const { length } = blocks;
  expect(inside([{ ...first, x: first.x + 1 }, ...rest])).toEqual({
    inside: length,
    stored: length,
    missing: 1,
    gates: 2,
  });
  expect(inside([...blocks, { ...border, clip: false }])).toEqual({
    inside: length + 1,
    stored: length,
    missing: 0,
    gates: 0,
  });
  expect(inside([first, last])).toMatchObject({ inside: 2, missing: length - 2 });
});

test('what cannot be compared is named', () => {
  expect(driven({ replay: { map: null } }).blocks).toBe('no-map');
  expect(driven({ ghost: (run) => ({ ...run, samples: [] }) }).line).toEqual({
    isJudged: false,
    why: 'no-line',
  });
  expect(driven({ track: { unlimiterMessage: 'Hidden' } })).toMatchObject({
    blocks: 'hidden',
    line: { isJudged: false, why: 'no-gates' },
  });
});

test('a line that leaves out gates is named with the gate and the moment', () => {
  const aside = (from: number, to: number) => ({
    ghost: (run: ReturnType<typeof sampleRun>) => ({
      ...run,
      samples:
        run.samples?.map((sample, i, { length }) => {
          const [x, y, z] = sample.position;
          const isAside = i >= from * length && i < to * length;
          return isAside ? { ...sample, position: [x, y + 100, z] as const } : sample;
        }) ?? [],
    }),
  });
  const first = driven(aside(0, 0.01)).line;
  expect(first).toMatchObject({
    missed: [{ at: 'start', timeMs: 0, nearest: { name: expect.stringContaining('Start') } }],
  });
  const all = driven(aside(0.05, 2)).line;
  expect(all).toMatchObject({
    missed: [
      { at: 'checkpoint', number: 1, nearest: { name: 'StadiumRoadMainCheckpoint' } },
      ...Array.from({ length: Math.min(2, checkpoints - 1) }, (_, i) => ({
        at: 'checkpoint',
        number: i + 2,
      })),
    ],
  });
  const end = driven({
    ghost: (run) => ({ ...run, samples: run.samples?.filter((_, i) => 100 * i < run.timeMs - 1000) ?? [] }),
  }).line;
  expect(end).toMatchObject({ missed: [{ at: 'finish', metres: null }] });
});

test('a checkpoint counts once a lap', () => {
  const twice = driven({
    ghost: (run) => {
      const [first, , ...rest] = run.checkpoints ?? [];
      if (!first) throw new Error('no checkpoints');
      return { ...run, checkpoints: [first, { ...first, timeMs: (first.timeMs ?? 0) + 10 }, ...rest] };
    },
  });
  expect(twice).toMatchObject({ unordered: null, line: { missed: [], isRepeated: true } });
});

const line = (positions: number[], speed: number) => ({
  version: 9,
  count: 2,
  timesMs: Int32Array.of(0, 100),
  positions: Float32Array.from([...positions, ...positions]),
  velocities: Float32Array.from([0, 0, 0, speed, 0, 0]),
  rotations: new Float32Array(8),
  forwardSpeeds: new Float32Array(2),
  rpms: new Float32Array(2),
  steer: null,
  gas: null,
  brake: null,
  wheels: null,
});
const block = (x: number) => ({
  name: 'StadiumRoadMainCheckpoint',
  x,
  y: 1,
  z: 0,
  direction: 0,
  flags: 0,
  variant: 0,
  ground: true,
  clip: false,
  pillar: false,
});

test.each([
  [reachMetres - 0.1, true],
  [reachMetres, true],
  [reachMetres + 0.1, false],
])('%s m beside a gate', (metres, isThere) => {
  const gates = gatesOf([block(1)], 'Stadium');
  const at = (timeMs: number, x: number, speed = 0) =>
    missedAt(line([x, 10, 16], speed), gates, { at: 'checkpoint', number: 1, timeMs }) === null;
  expect(at(50, 64 + metres)).toBe(isThere);
  expect(at(50, 32 - metres)).toBe(isThere);
  // after the last sample the car rolls on: 100 m/s for 0.2 s
  expect(at(300, 32 - metres - 20, 100)).toBe(isThere);
});

test.each([
  [599, true],
  [600, true],
  [601, false],
])('a line that ends at 100 ms, at %s ms', (timeMs, isThere) => {
  const gates = gatesOf([block(1)], 'Stadium');
  const missed = missedAt(line([40, 10, 16], 0), gates, { at: 'checkpoint', number: 1, timeMs });
  expect(missed === null).toBe(isThere);
});

test('gates that are close are exchanged, if that makes each time one of its own', () => {
  const [a, b, c] = gatesOf([block(1), block(2), block(3)], 'Stadium') as [Gate, Gate, Gate]; // three blocks, three gates
  expect(canAllDiffer([[a, b], [a], [b, c]])).toBe(true);
  expect(canAllDiffer([[a, b], [a], [b]])).toBe(false);
  expect(canAllDiffer([])).toBe(true);
});
