import { createHash } from 'node:crypto';
import type { Block } from '#lib/gbx/blocks.ts';

/** With fewer blocks, two tracks may have the same ones by coincidence. */
const fewestBlocks = 10;

/**
 * Identifies the blocks that an author placed, regardless of their order in the file and of the track's name. Border pieces and
 * supports follow from the others. Returns null if there are too few to tell tracks apart.
 */
export function blocksHash(blocks: readonly Block[]): string | null {
  const placed = blocks.filter(({ clip, pillar }) => !clip && !pillar);
  if (placed.length < fewestBlocks) return null;
  const lines = placed.map(({ name, x, y, z, direction }) => `${name} ${x} ${y} ${z} ${direction}`).sort();
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}
