import type { Block } from '#lib/gbx/read/blocks.ts';

/** A piece of road in the middle of a stadium, as read from a file. */
export const block = (change: Partial<Block> = {}): Block => ({
  name: 'StadiumRoadMain',
  x: 1,
  y: 1,
  z: 2,
  direction: 0,
  flags: 0,
  variant: 0,
  ground: true,
  clip: false,
  pillar: false,
  ...change,
});
