import { createHash } from 'node:crypto';
import type { Block } from '#lib/gbx/read/blocks.ts';

/** With fewer blocks, two tracks may have the same ones by coincidence. */
const fewestBlocks = 10;

/**
 * Identifies the blocks that an author placed, regardless of their order in the file and of the track's name. Border pieces and
 * supports follow from the others. Returns null if there are too few to tell tracks apart.
 */
export function blocksHash(blocks: readonly Block[]): string | null {
  const lines = placedBlocks(blocks).sort();
  if (lines.length < fewestBlocks) return null;
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** The blocks that an author placed, each as text. */
export function placedBlocks(blocks: readonly Block[]): string[] {
  const placed = blocks.filter(({ clip, pillar }) => !clip && !pillar);
  return placed.map(({ name, x, y, z, direction }) => `${name} ${x} ${y} ${z} ${direction}`);
}
