import type { EnvironmentName } from '#lib/codes/environment.ts';
import type { BlockSpec } from '#lib/gbx/tools/challenge-spec.ts';
import { below, seededRandom } from '#lib/gbx/tools/random.ts';
import { sampleBlocks } from '#lib/gbx/tools/sample-track.ts';
import { makeRoute, type Route, type RouteIdea } from './route.ts';

type Random = () => number;

/** Terrain that is a whole of many cells: a hill, a lake, an island. */
interface Area {
  readonly inside: string;
  readonly border: string;
  readonly level: number;
  /** how many there are, at most, and how far they reach from their middle, in cells */
  readonly most: number;
  readonly radius: number;
  /** land lies under the road as well; hills and lakes keep away from it */
  readonly isLand?: boolean;
}

interface Thing {
  readonly name: string;
  /** if it is not that of the road */
  readonly level?: number;
  /** a tower of up to this many blocks, each of two steps */
  readonly storeys?: number;
}

interface Landscape {
  /** the level of roads on the ground */
  readonly road: number;
  readonly areas: readonly Area[];
  /** what stands about, the frequent ones first */
  readonly things: readonly Thing[];
  /** what stands only on land */
  readonly onLand?: boolean;
  /** things on the sea around it */
  readonly afloat?: readonly Thing[];
}

/** What each environment is known for; levels are those of real tracks. */
const landscapes: Readonly<Record<EnvironmentName, Landscape>> = {
  Stadium: {
    road: 1,
    areas: [
      { inside: 'StadiumWater', border: 'StadiumWater', level: 0, most: 2, radius: 4 },
      { inside: 'StadiumDirt', border: 'StadiumDirt', level: 0, most: 2, radius: 3 },
    ],
    things: [
      { name: 'StadiumInflatablePalmTree' },
      { name: 'StadiumInflatableCactus' },
      { name: 'StadiumInflatableCastle' },
    ],
  },
  Desert: {
    road: 4,
    areas: [
      { inside: 'SpeedRock', border: 'DesertToRock', level: 5, most: 5, radius: 5 },
      { inside: 'River', border: 'DesertToRiver', level: 3, most: 1, radius: 4 },
    ],
    things: [
      { name: 'SpeedSaguarosGround' },
      { name: 'SpeedClassicRocks' },
      { name: 'SpeedSaguarosGround' },
      { name: 'SpeedClassicReservoir' },
    ],
  },
  Snow: {
    road: 4,
    areas: [
      { inside: 'Hills', border: 'Hills', level: 4, most: 5, radius: 4 },
      { inside: 'Ice', border: 'SnowToIce', level: 3, most: 2, radius: 5 },
    ],
    things: [
      { name: 'AlpineTrees' },
      { name: 'AlpineTrees2' },
      { name: 'AlpineRocks1' },
      { name: 'AlpineTrees' },
      { name: 'AlpineRoadChalet' },
    ],
  },
  Rally: {
    road: 4,
    areas: [
      { inside: 'RallyHills1', border: 'HillsToHills', level: 5, most: 5, radius: 5 },
      { inside: 'Lake', border: 'ForestToLake', level: 3, most: 2, radius: 4 },
    ],
    things: [
      { name: 'RallyTreeGround1' },
      { name: 'RallyTreeGroundBig' },
      { name: 'RallyTreeGround1' },
      { name: 'RallyHouseGround2' },
      { name: 'RallyRockDecor' },
    ],
  },
  Island: {
    road: 5,
    areas: [{ inside: 'IslandGrass', border: 'IslandBeach', level: 4, most: 4, radius: 6, isLand: true }],
    things: [
      { name: 'IslandDecorVegetation1' },
      { name: 'IslandDecorVegetation1' },
      { name: 'IslandDecorRock1' },
      { name: 'IslandHotel' },
    ],
    onLand: true,
    afloat: [{ name: 'IslandChalutier', level: 4 }],
  },
  Bay: {
    road: 5,
    areas: [{ inside: 'BayHarbor', border: 'BayDocks', level: 4, most: 5, radius: 6, isLand: true }],
    things: [
      { name: 'BayParvisDecorA' },
      { name: 'BayBuilding1', storeys: 6 },
      { name: 'BayBuilding2', storeys: 3 },
      { name: 'BayBuilding1', storeys: 6 },
    ],
    onLand: true,
  },
  Coast: {
    road: 7,
    areas: [{ inside: 'CoastDirt', border: 'CoastWaterCliff', level: 6, most: 6, radius: 7, isLand: true }],
    things: [
      { name: 'CoastPineTrees2' },
      { name: 'CoastPineTrees' },
      { name: 'CoastVillage1' },
      { name: 'CoastPineTrees3' },
    ],
    onLand: true,
    afloat: [{ name: 'CoastDecoFishBoat', level: 4 }],
  },
};

/** A track of the demo: the way that a car drives, and all of its blocks. */
export interface LandscapedTrack {
  /** named after the blocks that it passes */
  readonly road: readonly BlockSpec[];
  readonly blocks: readonly BlockSpec[];
}

/** Cells of the smallest map, which every game has. */
const side = 32;
/** Cells of the border of the map that stay as they are. */
const margin = 1;

/** A route through hills, lakes and islands, or a circuit for laps. The same seed always makes the same track. */
export function landscapedTrack(
  environment: EnvironmentName,
  seed: number,
  idea: RouteIdea | 'laps',
  pieces: number,
): LandscapedTrack {
  const random = seededRandom(seed ^ 0x5eed);
  const landscape = landscapes[environment];
  const { blocks, line, cells } =
    idea === 'laps'
      ? circuit(environment, seed, landscape.road)
      : makeRoute(environment, idea, pieces, random);
  const terrain = new Map<string, BlockSpec>();
  for (const area of landscape.areas) addAreas(terrain, area, cells, random);
  return {
    road: line,
    blocks: [...terrain.values(), ...things(landscape, cells, terrain, random), ...blocks],
  };
}

function circuit(environment: EnvironmentName, seed: number, y: number): Route {
  const blocks = sampleBlocks({ environment, seed }).map((block) => ({ ...block, y }));
  return { blocks, line: blocks, cells: blocks };
}

const key = (x: number, z: number) => `${x},${z}`;

function around(x: number, z: number, reach: number): string[] {
  const cells: string[] = [];
  for (let dx = -reach; dx <= reach; dx++)
    for (let dz = -reach; dz <= reach; dz++) cells.push(key(x + dx, z + dz));
  return cells;
}

const isOnMap = (x: number, z: number) =>
  x >= margin && z >= margin && x < side - margin && z < side - margin;

/** Round areas that may join; their outermost cells are borders. */
function addAreas(
  terrain: Map<string, BlockSpec>,
  { inside, border, level, most, radius, isLand = false }: Area,
  road: Route['cells'],
  random: Random,
): void {
  const taken = new Set(road.flatMap(({ x, z }) => around(x, z, 1)));
  const cells = new Set<string>();
  // a road through the air leads from island to island
  for (let count = (isLand ? 3 : 1) + below(random, most); count > 0; count--) {
    const middle = isLand
      ? road[below(random, road.length)]
      : { x: below(random, side), z: below(random, side) };
    if (!middle) continue;
    const reach = 2 + random() * (radius - 2);
    const stretch = 0.7 + random() * 0.6;
    for (let x = 0; x < side; x++)
      for (let z = 0; z < side; z++) {
        const isNear =
          Math.hypot((x - middle.x) * stretch, (z - middle.z) / stretch) <= reach + random() * 0.8;
        if (isNear && isOnMap(x, z) && !terrain.has(key(x, z)) && (isLand || !taken.has(key(x, z))))
          cells.add(key(x, z));
      }
  }
  for (const cell of cells) {
    const [x = 0, z = 0] = cell.split(',').map(Number);
    const isBorder = around(x, z, 1).some((other) => !cells.has(other));
    terrain.set(cell, { name: isBorder ? border : inside, x, y: level, z, direction: 0, ground: true });
  }
}

/** Things stand on cells beside the road that are flat; boats on open water. */
function things(
  { road: level, things: names, onLand = false, afloat }: Landscape,
  road: Route['cells'],
  terrain: ReadonlyMap<string, BlockSpec>,
  random: Random,
): BlockSpec[] {
  const beside = new Set(road.flatMap(({ x, z }) => around(x, z, 1)));
  const placed: BlockSpec[] = [];
  const density = (0.05 + random() * 0.07) * (onLand ? 4 : 1);
  for (let x = margin; x < side - margin; x++)
    for (let z = margin; z < side - margin; z++) {
      if (random() > density || beside.has(key(x, z))) continue;
      const isFree = around(x, z, 1).every((cell) => terrain.has(cell) === onLand);
      const isSea = onLand && around(x, z, 1).every((cell) => !terrain.has(cell));
      const choices = isFree ? names : isSea && random() < 0.06 ? (afloat ?? []) : [];
      const choice = choices[Math.floor(random() ** 1.5 * choices.length)];
      if (!choice) continue;
      const direction = below(random, 4);
      for (let storey = below(random, choice.storeys ?? 1); storey >= 0; storey--) {
        const y = (choice.level ?? level) + 2 * storey;
        placed.push({ name: choice.name, x, y, z, direction, ground: storey === 0 });
      }
    }
  return placed;
}
