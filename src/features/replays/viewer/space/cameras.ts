import type { Gate } from '#lib/drawing/solid/solid-gate.ts';
import type { Run } from '../run.ts';
import { distanceAt, timeAtDistance } from '../track-line.ts';
import { type Pose, poseAt } from './pose.ts';
import type { CameraKind, Orbit } from './space-view.ts';
import { direction, lengthOf, minus, plus, type Vector } from './vectors.ts';

/** From where to where the scene is seen. */
export interface Look {
  readonly eye: Vector;
  readonly target: Vector;
  readonly up: Vector;
  /** degrees from the upper to the lower edge */
  readonly angle: number;
  /** the car in whose seat the camera is, whose body would hide the view */
  readonly isInside: boolean;
}

const upright: Vector = [0, 1, 0];

const chase = { behind: 9.5, above: 3.4, ahead: 5, angle: 62 };
/** Directions of the car over this time are averaged, so that the camera does not shake with it. */
const calmMs = 600;
const calmSteps = 6;
/** Of the head of a driver, in metres from the ground below the middle of the car. */
const seat = { above: 1.25, ahead: 0.15 };
const above = { metres: 90, angle: 50 };
/** How large a car is for the television camera: metres across its picture. */
const televisionMetres = 26;

/** What a camera needs to know. */
export interface Subject {
  readonly run: Run;
  readonly timeMs: number;
  readonly orbit: Orbit;
  readonly spots: readonly Vector[];
}

/** The look of a camera at a moment. It depends on nothing that was shown before, so that a link shows the same. */
export function lookOf(kind: CameraKind, subject: Subject): Look {
  const pose = poseAt(subject.run, subject.timeMs);
  switch (kind) {
    case 'chase':
      return chased(subject, pose);
    case 'cockpit': {
      const eye = plus(plus(pose.at, pose.up, seat.above), pose.ahead, seat.ahead);
      return { eye, target: plus(eye, pose.ahead, 10), up: pose.up, angle: 75, isInside: true };
    }
    case 'above':
      return {
        eye: plus(pose.at, upright, above.metres),
        target: pose.at,
        up: [0, 0, -1],
        angle: above.angle,
        isInside: false,
      };
    case 'orbit': {
      const [around, height] = [subject.orbit.around, subject.orbit.above].map((at) => (at * Math.PI) / 180);
      const flat = Math.cos(height ?? 0);
      const away: Vector = [
        flat * Math.sin(around ?? 0),
        Math.sin(height ?? 0),
        flat * Math.cos(around ?? 0),
      ];
      const target = plus(pose.at, upright, 1);
      const eye = plus(target, away, subject.orbit.metres);
      return { eye, target, up: upright, angle: 50, isInside: false };
    }
    case 'television': {
      const spot = nearestSpot(subject.spots, pose.at);
      if (!spot) return chased(subject, pose);
      const metres = lengthOf(minus(pose.at, spot));
      const angle = (2 * Math.atan(televisionMetres / 2 / metres) * 180) / Math.PI;
      return {
        eye: spot,
        target: plus(pose.at, upright, 1),
        up: upright,
        angle: Math.min(60, Math.max(8, angle)),
        isInside: false,
      };
    }
    default:
      return kind satisfies never;
  }
}

/**
 * The chase camera goes where the car went, above its road: in loops and on steep banks, a place straight behind the car would be below
 * the road. At the start and after a respawn it stands behind the car.
 */
function chased({ run, timeMs }: Subject, pose: Pose): Look {
  let ahead: Vector = [0, 0, 0];
  let up: Vector = upright;
  for (let step = 0; step < calmSteps; step++) {
    const before = step === 0 ? pose : poseAt(run, timeMs - (step * calmMs) / calmSteps);
    ahead = plus(ahead, before.ahead);
    up = plus(up, before.up);
  }
  const high = direction(up, upright);
  const driven = distanceAt(run.track, Math.min(timeMs, run.durationMs));
  const then = poseAt(run, timeAtDistance(run.track, driven - chase.behind));
  const way = minus(pose.at, then.at);
  const isOnWay = driven > chase.behind && lengthOf(way) > 3 && lengthOf(way) < 1.2 * chase.behind;
  const back = isOnWay ? direction(way) : direction(ahead, pose.ahead);
  const from = isOnWay ? then.at : plus(pose.at, back, -chase.behind);
  return {
    eye: plus(from, isOnWay ? direction(plus(high, then.up)) : high, chase.above),
    target: plus(plus(pose.at, back, chase.ahead), high, 1),
    up: high,
    angle: chase.angle,
    isInside: false,
  };
}

const televisionAside = 14;
const televisionAbove = 6;

/** Where television cameras stand: beside each gate, a little higher than its road. */
export function televisionSpots(gates: readonly Gate[]): Vector[] {
  return gates.map(({ left, right }) => {
    const across = direction([right[0] - left[0], 0, right[2] - left[2]]);
    return plus(plus(right, across, televisionAside), upright, televisionAbove);
  });
}

function nearestSpot(spots: readonly Vector[], at: Vector): Vector | null {
  let best: Vector | null = null;
  for (const spot of spots)
    if (best === null || lengthOf(minus(spot, at)) < lengthOf(minus(best, at))) best = spot;
  return best;
}
