import { expect, test } from 'vitest';
import { block } from '#testing/blocks.ts';
import { blocksHash } from './placed-blocks.ts';

const row = (count: number) => Array.from({ length: count }, (_, x) => block({ x }));

test.each([
  [9, false],
  [10, true],
  [11, true],
])('the blocks of a track with %i identify it: %s', (count, isHashed) =>
  expect(blocksHash(row(count)) !== null).toBe(isHashed),
);

test('order, variants and what the editor adds do not matter', () => {
  const own = blocksHash(row(12));
  expect(blocksHash(row(12).reverse())).toBe(own);
  expect(blocksHash([...row(12), block({ x: 40, clip: true }), block({ x: 41, pillar: true })])).toBe(own);
  expect(blocksHash(row(12).map((one) => ({ ...one, variant: 3, flags: 9 })))).toBe(own);
});

test.each([
  ['name', { name: 'StadiumGrass' }],
  ['place', { z: 3 }],
  ['direction', { direction: 1 }],
])('another %s of one block is another track', (_, change) => {
  const blocks = row(12);
  expect(blocksHash([...blocks.slice(1), block({ x: 0, ...change })])).not.toBe(blocksHash(blocks));
});
