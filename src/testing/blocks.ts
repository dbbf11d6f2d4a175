import type { PlacedBlock } from '#lib/drawing/block.ts';
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

/** A block in the middle of a map, on the ground, as drawings get it. */
export const placedBlock = (name: string, x = 5, z = 5, own: Partial<PlacedBlock> = {}): PlacedBlock => ({
  name,
  x,
  y: 1,
  z,
  direction: 0,
  variant: 3,
  clip: false,
  pillar: false,
  ...own,
});
