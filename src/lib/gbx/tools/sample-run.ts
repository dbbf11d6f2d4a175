import { BLOCK_METRES } from '../read/block-size.ts';
import type { Environment } from '../read/environment.ts';
import type { CheckpointTime } from '../read/ghost.ts';
import { AXIS_FULL, type InputEvent } from '../run/input-events.ts';
import { type Driving, drivingOf, type Steps, valueAt } from '../run/input-steps.ts';
import type { BlockSpec } from './challenge-spec.ts';
import { seededRandom } from './random.ts';
import type { GhostSpec } from './replay-spec.ts';
import { type Course, courseOf, type Leg, legAt } from './sample-course.ts';
import type { SampleSpec } from './sample-writer.ts';

const sampleMs = 100;
/** The game goes on recording for a while after the finish. */
const afterFinishMs = 1000;
const tickMs = 10;

/** Metres of a car above the floor of its block: on the roads of generated tracks, as real runs have it, or a hand above them. */
const roads: Readonly<Record<Environment, number>> = {
  Stadium: 1.33,
  Desert: 0.1,
  Snow: 0.26,
  Rally: 0.5,
  Island: 2,
  Bay: 1.32,
  Coast: 0.9,
};

type RunOptions = {
  /** As returned by sampleBlocks: the road in the order it is driven. */
  readonly blocks: readonly BlockSpec[];
  readonly environment: Environment;
  readonly seed: number;
  /** Default: as fast as the driver of this seed is. */
  readonly timeMs?: number;
  readonly device?: 'keys' | 'analogue';
  readonly laps?: number;
};

/**
 * A run along a generated track: movement, inputs and checkpoint times that agree with each other. The same seed always
 * produces the same run.
 */
export function sampleRun({
  blocks,
  environment,
  seed,
  timeMs,
  device = 'keys',
  laps = 1,
}: RunOptions): GhostSpec & {
  readonly timeMs: number;
} {
  const random = seededRandom(seed);
  const course = courseOf(blocks, { ...BLOCK_METRES[environment], road: roads[environment] }, random, laps);
  const finishMs = timeMs ?? Math.round(course.durationMs / tickMs) * tickMs;
  const pace = course.durationMs / finishMs;
  const checkpoints = course.checkpointsMs.map(
    (atMs): CheckpointTime => ({ timeMs: Math.round(atMs / pace / tickMs) * tickMs, score: 0 }),
  );
  checkpoints.push({ timeMs: finishMs, score: 0 });
  const inputs = withMarks(
    device === 'keys' ? keysOf(course, pace, random) : stickOf(course, pace, finishMs),
    finishMs,
  );
  const driving = drivingOf({ durationMs: finishMs, events: inputs, shiftMs: 0 });
  const samples: SampleSpec[] = [];
  for (let at = 0; at <= finishMs + afterFinishMs; at += sampleMs)
    samples.push(sampleAt(course, driving, at, pace));
  return { timeMs: finishMs, checkpoints, samples, inputs };
}

/** The car follows the inputs one tick later; past the finish it rolls on. */
function sampleAt(course: Course, driving: Driving, atMs: number, pace: number): SampleSpec {
  const { leg, position } = legAt(course, atMs * pace);
  const held = (steps: Steps) =>
    atMs > driving.durationMs ? 0 : valueAt(steps, Math.max(0, atMs - tickMs)) / AXIS_FULL;
  const speed = leg.speed * pace;
  return {
    position,
    velocity: [Math.sin(leg.heading) * speed, 0, Math.cos(leg.heading) * speed],
    heading: leg.heading,
    rpm: 3000 + 80 * leg.speed,
    steer: held(driving.steer),
    gas: held(driving.gas),
    brake: held(driving.brake),
  };
}

const onTick = (timeMs: number): number => Math.round(timeMs / tickMs) * tickMs;

/** The steering of each leg as keys: one press per bend, the odd one released early and pressed again. */
function keysOf({ legs }: Course, pace: number, random: () => number): InputEvent[] {
  const events: InputEvent[] = [{ timeMs: 0, control: 'accelerate', value: 1 }];
  let before: Leg | undefined;
  for (const leg of legs) {
    const timeMs = onTick(leg.fromMs / pace);
    if (leg.isBraking !== (before?.isBraking ?? false))
      events.push({ timeMs, control: 'brake', value: leg.isBraking ? 1 : 0 });
    const [side, sideBefore] = [Math.sign(leg.steer), Math.sign(before?.steer ?? 0)];
    if (side !== sideBefore) {
      if (sideBefore !== 0) events.push({ timeMs, control: sideBefore < 0 ? 'left' : 'right', value: 0 });
      if (side !== 0) events.push({ timeMs, control: side < 0 ? 'left' : 'right', value: 1 });
    } else if (side !== 0 && random() < 0.15) {
      const control = side < 0 ? 'left' : 'right';
      events.push({ timeMs, control, value: 0 }, { timeMs: timeMs + 4 * tickMs, control, value: 1 });
    }
    before = leg;
  }
  return events.sort((a, b) => a.timeMs - b.timeMs);
}

/** The positions of the generated stick are this far apart. */
const stickStep = 512;

function stickOf({ legs }: Course, pace: number, finishMs: number): InputEvent[] {
  const events: InputEvent[] = [{ timeMs: 0, control: 'accelerate', value: 1 }];
  let held = 0;
  let leg = 0;
  for (let timeMs = 0; timeMs < finishMs; timeMs += 3 * tickMs) {
    while ((legs[leg + 1]?.fromMs ?? Infinity) <= timeMs * pace) leg++;
    const wanted = (legs[leg]?.steer ?? 0) * AXIS_FULL;
    const next = Math.round((held + 0.35 * (wanted - held)) / stickStep) * stickStep;
    if (next !== held) events.push({ timeMs, control: 'steer', value: next });
    held = next;
  }
  return events;
}

const withMarks = (events: readonly InputEvent[], finishMs: number): InputEvent[] => [
  { timeMs: 0, control: 'start', value: 1 },
  ...events.filter(({ timeMs }) => timeMs < finishMs),
  { timeMs: finishMs, control: 'finish', value: 1 },
];
