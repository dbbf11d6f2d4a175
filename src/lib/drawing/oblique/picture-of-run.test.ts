import { expect, test } from 'vitest';
import type { OnScreen } from './camera.ts';
import { pictureOfRun } from './picture-of-run.ts';

const hero = (width: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${width / 2}" viewBox="0 0 ${width} ${width / 2}"><rect class="G" width="${width}" height="${width / 2}"/></svg>`;
const size = { width: 600, height: 400 };
const boxOf = (points: readonly OnScreen[], width = 1600) => {
  const [, box = ''] = /viewBox="([^"]*)"/.exec(pictureOfRun(hero(width), points, size) ?? '') ?? [];
  return box.split(' ').map(Number);
};

test.each<[string, OnScreen[], number[]]>([
  [
    'a line in the middle is shown from near',
    [
      [780, 390],
      [820, 410],
    ],
    [450, 167, 700, 467],
  ],
  [
    'a line at the edge does not lead out of the drawing',
    [
      [10, 10],
      [60, 40],
    ],
    [0, 0, 700, 467],
  ],
  [
    'a tall line decides by its height',
    [
      [800, 50],
      [810, 690],
    ],
    [235, 0, 1140, 760],
  ],
  [
    'a wide line has ground above and below',
    [
      [20, 400],
      [1580, 400],
    ],
    [0, -133, 1600, 1067],
  ],
])('%s', (_what, points, box) => {
  expect(boxOf(points)).toEqual(box);
});

test('a drawing in other units has the line in the same place', () => {
  const points: OnScreen[] = [
    [780, 390],
    [820, 410],
  ];
  expect(boxOf(points, 640)).toEqual([180, 67, 280, 187]);
  const picture = pictureOfRun(hero(640), points, size);
  expect(picture).toContain('<g transform="scale(0.4)">');
  expect(picture).toContain('d="M780 390L820 410"');
});

test('anything but a hero has no picture', () => {
  expect(pictureOfRun('<html></html>', [], size)).toBeNull();
});
