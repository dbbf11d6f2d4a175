import { createHash } from 'node:crypto';
import { waypointOf } from '#lib/codes/waypoint.ts';
import type { Block } from '#lib/gbx/read/blocks.ts';
import type { BlockDifference } from '#lib/gbx/run/run-on-track.ts';

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
function placedBlocks(blocks: readonly Block[]): string[] {
  const placed = blocks.filter(({ clip, pillar }) => !clip && !pillar);
  return placed.map(({ name, x, y, z, direction }) => `${name} ${x} ${y} ${z} ${direction}`);
}

/** Compares what an author placed; null if it is the same. Waypoints count even if they are flagged as border pieces. */
export function blockDifference(stored: readonly Block[], inside: readonly Block[]): BlockDifference | null {
  const [theirs, own] = [placedBlocks(stored), placedBlocks(inside)];
  const [storedGates, ownGates] = [gatesIn(stored), gatesIn(inside)];
  const missing = without(theirs, own);
  const gates = without(storedGates, ownGates) + without(ownGates, storedGates);
  if (missing + without(own, theirs) + gates === 0) return null;
  return { inside: own.length, stored: theirs.length, missing, gates };
}

const gatesIn = (blocks: readonly Block[]) =>
  blocks.flatMap(({ name, x, y, z }) => (waypointOf(name) === null ? [] : [`${name} ${x} ${y} ${z}`]));

/** How many of the texts are not among the others, each counted as often as it occurs. */
function without(texts: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>();
  for (const text of others) left.set(text, (left.get(text) ?? 0) + 1);
  let count = 0;
  for (const text of texts) {
    const have = left.get(text) ?? 0;
    if (have === 0) count += 1;
    else left.set(text, have - 1);
  }
  return count;
}
