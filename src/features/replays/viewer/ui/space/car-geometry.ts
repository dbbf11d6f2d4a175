import type { BufferGeometry } from 'three';
import type { CarPart, CarShape } from '../../space/car-shapes.ts';
import type { Vector } from '../../space/vectors.ts';
import { Faces } from './geometry.ts';

/** Paint takes the colour of the run; the others are darkened by it. */
const colours: Readonly<Record<CarPart['colour'], string>> = {
  paint: '#ffffff',
  glass: '#3a4048',
  dark: '#2a2a2e',
};

/** The body of a car around the point of the ground below its middle; x to the left, z to the front. */
export function bodyGeometry({ parts }: CarShape): BufferGeometry {
  const faces = new Faces();
  for (const { colour, back, front, low, high, half, slant } of parts) {
    const [slantBack, slantFront, slantSide] = slant;
    const below: Vector[] = [
      [half, low, back],
      [-half, low, back],
      [-half, low, front],
      [half, low, front],
    ];
    const narrow = half - slantSide;
    const above: Vector[] = [
      [narrow, high, back + slantBack],
      [-narrow, high, back + slantBack],
      [-narrow, high, front - slantFront],
      [narrow, high, front - slantFront],
    ];
    const paint = colours[colour];
    faces.add(above, paint);
    faces.add(below, paint);
    for (const [at, corner] of below.entries()) {
      const next = (at + 1) % 4;
      faces.add([corner, below[next] ?? corner, above[next] ?? corner, above[at] ?? corner], paint);
    }
  }
  return faces.geometry();
}

const segments = 14;

/** A wheel around its axle, which runs along x; the wedges of its sides show that it turns. */
export function wheelGeometry({ radius, wheelWidth }: CarShape): BufferGeometry {
  const faces = new Faces();
  const half = wheelWidth / 2;
  const at = (x: number, segment: number, share = 1): Vector => {
    const turn = (segment / segments) * 2 * Math.PI;
    return [x, share * radius * Math.sin(turn), share * radius * Math.cos(turn)];
  };
  for (let segment = 0; segment < segments; segment++) {
    const [a, b] = [segment, segment + 1];
    faces.add([at(-half, a), at(half, a), at(half, b), at(-half, b)], '#1c1c1f');
    for (const side of [-half, half]) {
      faces.add([at(side, a), at(side, b), at(side, b, 0.62), at(side, a, 0.62)], '#242428');
      faces.add(
        [[side, 0, 0], at(side, a, 0.62), at(side, b, 0.62)],
        segment % 4 < 2 ? '#b9bcc4' : '#4a4c52',
      );
    }
  }
  return faces.geometry();
}
