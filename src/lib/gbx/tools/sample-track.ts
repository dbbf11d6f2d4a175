import type { Environment } from '../read/environment.ts';
import type { BlockSpec } from './challenge-spec.ts';
import { below, seededRandom } from './random.ts';

type RoadNames = {
  readonly road: string;
  readonly start: string;
  readonly checkpoint: string;
  readonly finish: string;
  readonly turbo: string;
  /** The usual road height of real tracks in the environment. */
  readonly y: number;
};

/** Names of one road family per environment, as found in real tracks. */
const NAMES: Record<Environment, RoadNames> = {
  Stadium: {
    road: 'StadiumRoadMain',
    start: 'StadiumRoadMainStartLine',
    checkpoint: 'StadiumRoadMainCheckpoint',
    finish: 'StadiumRoadMainFinishLine',
    turbo: 'StadiumRoadMainTurbo',
    y: 1,
  },
  Desert: {
    road: 'SpeedRoad',
    start: 'SpeedClassicStartLine',
    checkpoint: 'SpeedClassicCheckpoint',
    finish: 'SpeedClassicFinish',
    turbo: 'SpeedClassicTurbo',
    y: 5,
  },
  Snow: {
    road: 'AlpineRoadWood',
    start: 'AlpineRoadWoodStartLine',
    checkpoint: 'AlpineRoadWoodCheckPoint',
    finish: 'AlpineRoadWoodFinish',
    turbo: 'AlpineRoadWoodTurbo',
    y: 5,
  },
  Rally: {
    road: 'RallyRoad',
    start: 'RallyStartLine',
    checkpoint: 'RallyCheckPoint',
    finish: 'RallyFinish',
    turbo: 'RallyRoadSpeedUp',
    y: 5,
  },
  Island: {
    road: 'IslandPlatformRoad',
    start: 'IslandPlatformStartLine',
    checkpoint: 'IslandPlatformCheckpoint',
    finish: 'IslandPlatformFinishLine',
    turbo: 'IslandPlatformTurbo',
    y: 6,
  },
  Bay: {
    road: 'BayRoad',
    start: 'BayRoadStartLine',
    checkpoint: 'BayRoadCheckpoint',
    finish: 'BayRoadFinish',
    turbo: 'BayRoadTurbo',
    y: 5,
  },
  Coast: {
    road: 'CoastRoad',
    start: 'CoastRoadStartLine',
    checkpoint: 'CoastRoadCheckpoint',
    finish: 'CoastRoadFinish',
    turbo: 'CoastCircuitRoadTurbo',
    y: 7,
  },
};

const STRAIGHT = 3;
const CORNER = 2;
/** Offsets of the four directions: 0 +z, 1 -x, 2 -z, 3 +x. */
const STEPS = [
  [0, 1],
  [-1, 0],
  [0, -1],
  [1, 0],
] as const;
/** The loop follows a coarse grid with this cell size in blocks, so that neighbouring roads do not touch. */
const MESH = 3;
const NET = 9;

/**
 * The blocks of a winding flat road that ends just before its start: start line, a boost, checkpoints, finish. The same seed
 * always produces the same track. It fits into 32 x 32 blocks, the smallest map of all games.
 */
export function sampleBlocks({ environment, seed }: { environment: Environment; seed: number }): BlockSpec[] {
  const random = seededRandom(seed);
  const names = NAMES[environment];
  const cells = meshToCells(windingLoop(random, 6 + below(random, 12)));
  const checkpointEvery = 4 + below(random, 3);
  // The last two cells of the loop stay empty.
  return cells.slice(0, -2).map((cell, i, road): BlockSpec => {
    const next = cells[i + 1] ?? cell;
    const into = directionBetween(cells[i - 1] ?? cells.at(-1) ?? cell, cell);
    const out = directionBetween(cell, next);
    const place = { x: cell[0], y: names.y, z: cell[1], ground: true };
    const special = (name: string) => ({ ...place, name, direction: out, variant: 0 });
    if (i === 0) return special(names.start);
    if (i === road.length - 1) return special(names.finish);
    if (i === 1) return special(names.turbo);
    if (into === out) {
      // Waypoints are placed only in the middle of a grid cell, where the road is straight.
      const mesh = Math.floor(i / MESH);
      if (i % MESH === 0 && mesh % checkpointEvery === checkpointEvery - 1) return special(names.checkpoint);
      return { ...place, name: names.road, direction: out, variant: STRAIGHT };
    }
    // A corner is open to its own direction and the next one.
    const back = (into + 2) % 4;
    const direction = (back + 1) % 4 === out ? back : out;
    return { ...place, name: names.road, direction, variant: CORNER };
  });
}

type Cell = readonly [x: number, z: number];

/** A closed loop on the grid that never crosses itself: a rectangle with detours. */
function windingLoop(random: () => number, detours: number): Cell[] {
  let loop: Cell[] = rectangle(2 + below(random, 2), 2 + below(random, 2), 4, 4);
  for (let tries = 0; detours > 0 && tries < 200; tries++) {
    const at = below(random, loop.length);
    const a = loop[at] ?? [0, 0];
    const b = loop[(at + 1) % loop.length] ?? [0, 0];
    const side = (directionBetween(a, b) + (random() < 0.5 ? 1 : 3)) % 4;
    const [dx, dz] = STEPS[side] ?? [0, 0];
    const detour: Cell[] = [
      [a[0] + dx, a[1] + dz],
      [b[0] + dx, b[1] + dz],
    ];
    const isFree = ([x, z]: Cell) =>
      x >= 0 && z >= 0 && x < NET && z < NET && !loop.some(([ox, oz]) => ox === x && oz === z);
    if (!detour.every(isFree)) continue;
    loop = [...loop.slice(0, at + 1), ...detour, ...loop.slice(at + 1)];
    detours--;
  }
  return loop;
}

function rectangle(x: number, z: number, width: number, depth: number): Cell[] {
  const loop: Cell[] = [];
  for (let i = 0; i < width; i++) loop.push([x + i, z]);
  for (let i = 0; i < depth; i++) loop.push([x + width, z + i]);
  for (let i = 0; i < width; i++) loop.push([x + width - i, z + depth]);
  for (let i = 0; i < depth; i++) loop.push([x, z + depth - i]);
  return loop;
}

/** The edges of the grid as single cells, starting in the middle of the first edge. */
function meshToCells(loop: readonly Cell[]): Cell[] {
  const cells = loop.flatMap(([x, z], i): Cell[] => {
    const [toX, toZ] = loop[(i + 1) % loop.length] ?? [x, z];
    return Array.from(
      { length: MESH },
      (_, step): Cell => [2 + x * MESH + (toX - x) * step, 2 + z * MESH + (toZ - z) * step],
    );
  });
  return [...cells.slice(1), ...cells.slice(0, 1)];
}

function directionBetween(from: Cell, to: Cell): number {
  return STEPS.findIndex(([x, z]) => x === Math.sign(to[0] - from[0]) && z === Math.sign(to[1] - from[1]));
}
