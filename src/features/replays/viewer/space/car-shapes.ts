import type { EnvironmentName } from '#lib/codes/environment.ts';

/** Part of a car: its lower outline at the front and the back, and how far its top draws in. */
export interface CarPart {
  /** paint is the colour of the run */
  readonly colour: 'paint' | 'glass' | 'dark';
  /** metres: from the back (negative) to the front, from the ground up, and half of the width */
  readonly back: number;
  readonly front: number;
  readonly low: number;
  readonly high: number;
  readonly half: number;
  /** metres by which the top is shorter at the back and the front, and narrower on each side */
  readonly slant: readonly [back: number, front: number, side: number];
}

/** A simple body, and where its wheels are. */
export interface CarShape {
  readonly parts: readonly CarPart[];
  /** x to the left and z to the front, in the order of files: front left, front right, rear right, rear left */
  readonly wheels: readonly (readonly [x: number, z: number])[];
  readonly radius: number;
  readonly wheelWidth: number;
}

const part = (
  colour: CarPart['colour'],
  [back, front]: readonly [number, number],
  [low, high]: readonly [number, number],
  half: number,
  slant: CarPart['slant'] = [0, 0, 0],
): CarPart => ({ colour, back, front, low, high, half, slant });

const wheelsAt = (front: number, rear: number, half: number): CarShape['wheels'] => [
  [half, front],
  [-half, front],
  [-half, rear],
  [half, rear],
];

/** A car with a long body and a cabin. */
const withCabin = (
  [back, front]: readonly [number, number],
  [low, belt, roof]: readonly [number, number, number],
  half: number,
  cabin: readonly [back: number, front: number],
  wheels: Pick<CarShape, 'radius' | 'wheelWidth'> & { readonly at: CarShape['wheels'] },
): CarShape => ({
  parts: [
    part('paint', [back, front], [low, belt], half, [0.1, 0.35, 0.06]),
    part('glass', cabin, [belt, roof - 0.08], half * 0.88, [0.35, 0.6, 0.16]),
    part('paint', [cabin[0] + 0.38, cabin[1] - 0.62], [roof - 0.08, roof], half * 0.74),
    part('dark', [front - 0.12, front + 0.04], [low, low + 0.22], half * 0.9),
    part('dark', [back - 0.04, back + 0.1], [low, low + 0.22], half * 0.9),
  ],
  wheels: wheels.at,
  radius: wheels.radius,
  wheelWidth: wheels.wheelWidth,
});

/** The cars of the games, by environment: from an open racing car to a heavy van. Measures are estimates. */
export const carShapes: Readonly<Record<EnvironmentName, CarShape>> = {
  Stadium: {
    parts: [
      part('paint', [-1.9, 1.1], [0.25, 0.75], 0.52, [0.2, 0.9, 0.12]),
      part('paint', [0.5, 2.25], [0.25, 0.5], 0.24, [0, 0.5, 0.08]),
      part('paint', [1.95, 2.45], [0.14, 0.22], 0.95),
      part('dark', [-0.55, 0.35], [0.7, 0.95], 0.3, [0.1, 0.3, 0.05]),
      part('paint', [-2.2, -1.7], [0.95, 1.03], 0.85),
      part('dark', [-2.05, -1.85], [0.5, 0.95], 0.06),
      part('dark', [-1.5, 0.9], [0.2, 0.3], 0.8),
    ],
    wheels: wheelsAt(1.55, -1.45, 0.86),
    radius: 0.4,
    wheelWidth: 0.42,
  },
  Desert: withCabin([-2.3, 2.3], [0.4, 0.95, 1.5], 0.98, [-1.6, 0.75], {
    at: wheelsAt(1.5, -1.45, 0.92),
    radius: 0.42,
    wheelWidth: 0.32,
  }),
  Snow: withCabin([-2, 2], [0.62, 1.25, 2.05], 0.95, [-1.95, 0.8], {
    at: wheelsAt(1.3, -1.3, 0.9),
    radius: 0.5,
    wheelWidth: 0.34,
  }),
  Rally: withCabin([-1.75, 1.75], [0.34, 0.9, 1.5], 0.85, [-1.6, 0.75], {
    at: wheelsAt(1.2, -1.2, 0.8),
    radius: 0.35,
    wheelWidth: 0.26,
  }),
  Island: withCabin([-2.1, 2.2], [0.24, 0.68, 1.12], 0.98, [-1.3, 0.7], {
    at: wheelsAt(1.35, -1.3, 0.92),
    radius: 0.38,
    wheelWidth: 0.34,
  }),
  Bay: withCabin([-2.2, 2.2], [0.5, 1.15, 1.85], 1, [-2.1, 0.85], {
    at: wheelsAt(1.4, -1.4, 0.95),
    radius: 0.46,
    wheelWidth: 0.34,
  }),
  Coast: withCabin([-1.8, 1.85], [0.28, 0.75, 1.2], 0.86, [-1.1, 0.6], {
    at: wheelsAt(1.2, -1.15, 0.8),
    radius: 0.34,
    wheelWidth: 0.26,
  }),
};
