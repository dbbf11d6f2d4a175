import { turnedSize } from '../footprint.ts';
import { between, type Point, type Row } from './grid.ts';
import type { Drive, TrackSpace } from './track-space.ts';

/** An end of a block's lane, and the direction in which it leaves the block. */
interface End {
  readonly at: Point;
  readonly ahead: readonly [x: number, z: number];
  readonly key: string;
}

interface Node {
  readonly drive: Drive;
  readonly ends: readonly End[];
  readonly middle: Point;
}

/** Comparisons of ends in one track: real tracks need some ten thousand. */
const maxComparisons = 1_500_000;
/** By what the distance of a block straight ahead is multiplied; of one straight behind, by two more. */
const leastFactor = 1.2;
/** Metres by which the heights of two ends that meet may differ. */
const sameHeight = 3;

/**
 * Checkpoints in the order of a walk from the start along joined ends; where none is left, it jumps ahead to the nearest block. Right
 * for two tracks of three: where a road is driven twice, only a run tells. A track that is too large for the walk gets no order.
 */
export function checkpointOrder({ drives, grid }: TrackSpace): readonly Drive[] {
  const nodes = drives.map(nodeOf);
  const meeting = new Map<string, (readonly [Node, End])[]>();
  for (const node of nodes)
    for (const end of node.ends) {
      const known = meeting.get(end.key);
      if (known) known.push([node, end]);
      else meeting.set(end.key, [[node, end]]);
    }
  const distance = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[2] - b[2], (a[1] - b[1]) / grid.cell);
  const left = new Set(nodes);
  const way = new Map<Node, number>();
  const queue: { readonly length: number; readonly node: Node }[] = [];
  const enqueue = (length: number, node: Node) => {
    let at = queue.length;
    while (at > 0 && (queue[at - 1]?.length ?? 0) < length) at -= 1;
    queue.splice(at, 0, { length, node });
  };
  const kindIs = (kind: string) => nodes.find(({ drive }) => drive.shape.kind === kind);
  const start = kindIs('start') ?? kindIs('multilap') ?? nodes[0];
  if (start) enqueue(0, start);
  let comparisons = 0;
  let last: Node | undefined;
  const reached: Node[] = [];

  /** The block that is best reached from one of the last free ends: near, and rather ahead than aside. */
  const jump = (): boolean => {
    let best: { readonly cost: number; readonly node: Node } | undefined;
    for (const from of reached.slice(-30)) {
      if (from.drive.shape.kind === 'finish') continue;
      for (const end of from.ends) {
        if ((meeting.get(end.key)?.length ?? 0) > 1) continue;
        const aheadLength = Math.hypot(...end.ahead);
        for (const node of left)
          for (const other of node.ends) {
            comparisons += 1;
            const dx = other.at[0] - end.at[0];
            const dy = (other.at[1] - end.at[1]) / grid.cell;
            const dz = other.at[2] - end.at[2];
            const flat = dx * dx + dz * dz;
            // most are too far away even if they were straight ahead
            if (best && leastFactor * leastFactor * (flat + dy * dy) >= best.cost * best.cost) continue;
            const length = aheadLength * Math.sqrt(flat) || 1;
            const straight = (dx * end.ahead[0] + dz * end.ahead[1]) / length;
            const cost = Math.sqrt(flat + dy * dy) * (leastFactor + 1 - straight);
            if (!best || cost < best.cost) best = { cost, node };
          }
      }
    }
    const [any] = left;
    const node = best?.node ?? any;
    if (!node) return false;
    enqueue((last ? (way.get(last) ?? 0) : 0) + (best?.cost ?? 1), node);
    return true;
  };

  while (left.size > 0) {
    if (queue.length === 0 && !jump()) break;
    if (comparisons > maxComparisons) return [];
    const next = queue.pop();
    if (!next || !left.delete(next.node)) continue;
    const { node, length } = next;
    way.set(node, length);
    reached.push(node);
    last = node;
    if (node.drive.shape.kind === 'finish') continue;
    for (const end of node.ends)
      for (const [other, otherEnd] of meeting.get(end.key) ?? []) {
        comparisons += 1;
        if (other === node || !left.has(other) || Math.abs(otherEnd.at[1] - end.at[1]) >= sameHeight)
          continue;
        enqueue(length + distance(node.middle, other.middle), other);
      }
  }
  return nodes
    .filter(({ drive }) => drive.shape.kind === 'checkpoint')
    .toSorted((a, b) => (way.get(a) ?? 0) - (way.get(b) ?? 0))
    .map(({ drive }) => drive);
}

/** How far from the middle of its block, in cells beyond it and in metres up or down, a car may be as it passes a checkpoint. */
const besideCells = 0.4;
const aboveMetres = 30;

/**
 * Checkpoints in the order in which a run passed them first. `passes`: where the car was at its checkpoint times, in metres along x, up
 * and along z; a pass elsewhere, such as the finish, is left out. Null if no checkpoint is near any of them.
 */
export function orderOfRun({ drives, grid }: TrackSpace, passes: readonly Point[]): readonly Drive[] | null {
  const left = new Map(
    drives.filter(({ shape }) => shape.kind === 'checkpoint').map((drive) => [drive, nodeOf(drive).middle]),
  );
  const order: Drive[] = [];
  for (const [x, up, z] of passes.slice(0, maxPasses)) {
    let nearest: Drive | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const [drive, middle] of left) {
      const beside = Math.max(
        Math.abs(x / grid.cell - middle[0]) - halfOf(drive, 0),
        Math.abs(z / grid.cell - middle[2]) - halfOf(drive, 1),
      );
      const above = Math.abs(up - middle[1]);
      const distance = Math.max(0, beside) + above / aboveMetres;
      if (beside > besideCells || above > aboveMetres || distance >= least) continue;
      least = distance;
      nearest = drive;
    }
    if (!nearest) continue;
    left.delete(nearest);
    order.push(nearest);
  }
  return order.length > 0 ? order : null;
}

/** More than any real run has; laps repeat the same checkpoints. */
const maxPasses = 500;

/** Half of a block along x (0) or z (1) of the map, in cells. */
function halfOf({ block, shape }: Drive, axis: 0 | 1): number {
  const { width, depth } = turnedSize(shape, block.direction);
  return (axis === 0 ? width : depth) / 2;
}

function nodeOf(drive: Drive): Node {
  const ends: End[] = [];
  const add = (at: Point, inner: Point) =>
    ends.push({
      at,
      ahead: [at[0] - inner[0], at[2] - inner[2]],
      key: `${Math.round(at[0] * 2)},${Math.round(at[2] * 2)}`,
    });
  const middleOf = ([left, right]: Row): Point => between(left, right);
  let middle: Point = [drive.block.x, 0, drive.block.z];
  for (const strip of drive.strips) {
    const [first, second] = strip;
    const [beforeLast, last] = strip.slice(-2);
    if (!first || !second || !last || !beforeLast) continue;
    add(middleOf(first), middleOf(second));
    add(middleOf(last), middleOf(beforeLast));
    middle = between(first[0], last[1]);
    if (drive.shape.form !== 'sheet') continue;
    const [one, other] = [between(first[0], last[0]), between(first[1], last[1])];
    add(one, other);
    add(other, one);
  }
  return { drive, ends, middle };
}
