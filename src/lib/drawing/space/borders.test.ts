import { expect, test } from 'vitest';
import { borderLines, reachOf } from './borders.ts';
import { grids } from './grid.ts';
import { parseShapes } from './shape.ts';
import { stripsOf } from './strips.ts';

const shapes = parseShapes(
  [
    'environment	name	cells	height	kind	surface	form	profile	rise	bank	base	width	ports',
    ...['Straight', 'CornerOut', 'DiagOut', 'CornerIn', 'SlopeStraightLeft', 'SlopeCornerOutRightTop'].map(
      (name) => `Stadium	StadiumCircuitBorder${name}	1x1	2	road	platform	sheet	flat	0	0	8	1	-`,
    ),
    ...['GTCurve3Out', 'GTCurve3In', 'SlopeGTCurve3OutLeftTop'].map(
      (name) => `Stadium	StadiumCircuitBorder${name}	3x3	2	road	platform	sheet	flat	0	0	8	1	-`,
    ),
  ].join('\n'),
);

/** The lines of a block at the origin, in cells. */
function linesOf(name: string): (readonly [number, number])[][] {
  const block = {
    name: `StadiumCircuitBorder${name}`,
    x: 0,
    y: 0,
    z: 0,
    direction: 0,
    variant: 0,
    clip: false,
    pillar: false,
  };
  const shape = shapes.get(`Stadium:${block.name}`);
  if (!shape) throw new Error(`${name} has no shape`);
  return stripsOf(block, shape, grids.Stadium, false)
    .flatMap((strip) => borderLines(block.name, shape, strip))
    .map((line) => line.map(([x, , z]) => [x, z] as const));
}

test.each([
  [
    'Straight',
    [
      [
        [0, 0],
        [1, 0],
      ],
    ],
  ],
  [
    'CornerOut',
    [
      [
        [0, 0],
        [1, 0],
      ],
      [
        [1, 0],
        [1, 1],
      ],
    ],
  ],
  [
    'DiagOut',
    [
      [
        [0, 0],
        [1, 1],
      ],
    ],
  ],
  ['CornerIn', []],
  [
    'SlopeStraightLeft',
    [
      [
        [1, 0],
        [1, 1],
      ],
    ],
  ],
  [
    'SlopeCornerOutRightTop',
    [
      [
        [0, 0],
        [0, 1],
      ],
      [
        [0, 1],
        [1, 1],
      ],
    ],
  ],
])('the border of %s', (name, lines) => {
  expect(linesOf(name)).toEqual(lines);
});

test.each([
  // the middle of the arc, and how far from it the border is
  ['GTCurve3Out', [0, 3], 3],
  ['GTCurve3In', [0, 0], 2],
  ['SlopeGTCurve3OutLeftTop', [0, 0], 3],
] as const)('%s ends in an arc', (name, [x, z], radius) => {
  const [line] = linesOf(name);
  expect(line?.length).toBeGreaterThan(4);
  for (const [px, pz] of line ?? []) expect(Math.hypot(px - x, pz - z)).toBeCloseTo(radius);
});

test('a block without a border is as wide as its cells', () => {
  expect(reachOf('StadiumPlatform', { width: 2, depth: 2 })(1)).toEqual([0, 2]);
  expect(reachOf('StadiumCircuitBorderCornerIn', { width: 1, depth: 1 })(0.5)).toEqual([0, 1]);
});
