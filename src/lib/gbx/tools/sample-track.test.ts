import { describe, expect, test } from 'vitest';
import { ENVIRONMENTS } from '../read/environment.ts';
import { sampleBlocks } from './sample-track.ts';

const STEPS = [
  [0, 1],
  [-1, 0],
  [0, -1],
  [1, 0],
] as const;

describe.each(ENVIRONMENTS)('a generated track of %s', (environment) => {
  const seeds = Array.from({ length: 30 }, (_, seed) => seed);

  test('depends on the seed only', () => {
    expect(sampleBlocks({ environment, seed: 5 })).toEqual(sampleBlocks({ environment, seed: 5 }));
    expect(sampleBlocks({ environment, seed: 5 })).not.toEqual(sampleBlocks({ environment, seed: 6 }));
  });

  test.each(seeds)(
    'seed %i: one start, one finish, checkpoints between, no cell twice, all inside',
    (seed) => {
      const blocks = sampleBlocks({ environment, seed });
      const places = (part: RegExp) => blocks.flatMap(({ name }, i) => (part.test(name) ? [i] : []));
      expect(places(/StartLine/)).toEqual([0]);
      expect(places(/Finish/)).toEqual([blocks.length - 1]);
      expect(places(/Check/).length).toBeGreaterThan(0);
      expect(new Set(blocks.map(({ x, z }) => `${x},${z}`)).size).toBe(blocks.length);
      for (const { x, z } of blocks) {
        expect(Math.min(x, z)).toBeGreaterThanOrEqual(0);
        expect(Math.max(x, z)).toBeLessThan(32);
      }
    },
  );

  test.each(seeds.slice(0, 5))('seed %i: each cell leads to the next, and roads open to both', (seed) => {
    const blocks = sampleBlocks({ environment, seed });
    for (const [i, block] of blocks.slice(0, -1).entries()) {
      const next = blocks[i + 1] ?? block;
      const towards = STEPS.findIndex(([x, z]) => block.x + x === next.x && block.z + z === next.z);
      expect(towards).toBeGreaterThanOrEqual(0);
      const open = block.variant === 2 ? [block.direction, (block.direction + 1) % 4] : [block.direction];
      expect(open).toContain(towards);
    }
  });
});
