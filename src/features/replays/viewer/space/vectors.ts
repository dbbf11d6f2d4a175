/** A point or a direction in space: x to the right of the map, y up, z down the map; metres. */
export type Vector = readonly [x: number, y: number, z: number];

export const plus = (a: Vector, b: Vector, share = 1): Vector => [
  a[0] + b[0] * share,
  a[1] + b[1] * share,
  a[2] + b[2] * share,
];

export const minus = (a: Vector, b: Vector): Vector => plus(a, b, -1);

export const lengthOf = ([x, y, z]: Vector): number => Math.hypot(x, y, z);

/** A direction of length 1; `otherwise` where the vector has none. */
export function direction(vector: Vector, otherwise: Vector = [0, 0, 1]): Vector {
  const length = lengthOf(vector);
  return length < 1e-6 ? otherwise : [vector[0] / length, vector[1] / length, vector[2] / length];
}
