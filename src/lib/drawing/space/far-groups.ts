import type { Drive } from './track-space.ts';

const gates: ReadonlySet<string> = new Set(['start', 'checkpoint', 'finish', 'multilap']);

/** Cells along a side of the squares by which groups are found, and how many squares apart two of one group may be: jumps are long. */
const side = 4;
const reach = 2;
/** A group with at least this share of the driven blocks is part of the track wherever it is. */
const leastShare = 0.1;

/**
 * Splits driven blocks into the track and what lies far from it: small groups without a gate, such as a signature in the grass,
 * which a picture of the track need not contain. Linear in the number of blocks.
 */
export function splitFarGroups(drives: readonly Drive[]): { near: Drive[]; far: Drive[] } {
  const squares = new Map<string, Drive[]>();
  for (const drive of drives) {
    const key = keyOf(Math.floor(drive.block.x / side), Math.floor(drive.block.z / side));
    const there = squares.get(key);
    if (there) there.push(drive);
    else squares.set(key, [drive]);
  }
  const near: Drive[] = [];
  const far: Drive[] = [];
  while (squares.size > 0) {
    const group = takeGroup(squares);
    const isTrack =
      group.length >= drives.length * leastShare || group.some(({ shape }) => gates.has(shape.kind));
    for (const drive of group) (isTrack ? near : far).push(drive);
  }
  return near.length > 0 ? { near, far } : { near: far, far: near };
}

const keyOf = (x: number, z: number): string => `${x},${z}`;

/** Removes the first square and all that can be reached from it; returns their blocks. */
function takeGroup(squares: Map<string, Drive[]>): Drive[] {
  const group: Drive[] = [];
  const [first] = squares.keys();
  const open = [first];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const there = squares.get(key);
    if (!there) continue;
    squares.delete(key);
    for (const drive of there) group.push(drive);
    const [x = 0, z = 0] = key.split(',').map(Number);
    for (let dx = -reach; dx <= reach; dx++)
      for (let dz = -reach; dz <= reach; dz++) open.push(keyOf(x + dx, z + dz));
  }
  return group;
}
