import { turned } from '../footprint.ts';
import type { Point } from '../space/grid.ts';
import { coveredCells, type Thing, type TrackSpace } from '../space/track-space.ts';
import type { Area, Painter } from './painter.ts';

/** A thing, perhaps with what stands on it. */
interface Stack extends Thing {
  /** in steps, from the lowest block */
  readonly height: number;
}

const stackable = new Set(['solid', 'post', 'box']);

/** Supports and houses that stand on each other become one. */
export function stacksOf(things: readonly Thing[]): Stack[] {
  const columns = new Map<string, Thing[]>();
  const stacks: Stack[] = [];
  for (const thing of things) {
    const { block, shape } = thing;
    if (!stackable.has(shape.form)) {
      stacks.push({ ...thing, height: shape.height });
      continue;
    }
    const direction = shape.width === shape.depth ? 0 : block.direction;
    const what = shape.form === 'post' ? 'post' : shape.surface;
    const key = `${block.x},${block.z},${what},${shape.width}x${shape.depth},${direction}`;
    const column = columns.get(key);
    if (column) column.push(thing);
    else columns.set(key, [thing]);
  }
  for (const column of columns.values()) {
    let open: { lowest: Thing; height: number } | null = null;
    const close = () => open && stacks.push({ ...open.lowest, height: open.height });
    for (const thing of column.toSorted((a, b) => a.block.y - b.block.y)) {
      const top = thing.block.y + thing.shape.height;
      if (open && thing.block.y <= open.lowest.block.y + open.height) {
        open.height = Math.max(open.height, top - open.lowest.block.y);
        continue;
      }
      close();
      open = { lowest: thing, height: thing.shape.height };
    }
    close();
  }
  return stacks;
}

/** Where more than one tree of a forest stands, in cells from the middle. */
const trees = [
  [0.24, -0.12],
  [-0.22, -0.2],
  [0.02, 0.24],
] as const;

/** Paints what only stands there: supports, houses, trees, rocks, boats, signs. */
export function paintThing(picture: Painter, space: TrackSpace, stack: Stack, isFine: boolean): void {
  const { block, shape, height } = stack;
  const { cell, step } = space.grid;
  const [low, high] = [block.y * step, (block.y + height) * step];
  const area = areaOf(stack);
  const middle = { x: (area.x0 + area.x1) / 2, z: (area.z0 + area.z1) / 2 };
  switch (shape.form) {
    case 'post':
      picture.box(around(middle, 2.2 / cell), low, high, 'pillar');
      return;
    case 'solid':
      picture.box(
        inset(area, solidInset[shape.surface] ?? 0.1),
        low,
        high,
        bodyMaterial(shape.surface),
        isFine && shape.surface === 'house',
      );
      return;
    case 'tree':
      paintTrees(picture, middle, { cell, low, tall: Math.min(height * step, 15) }, isFine && height < 6);
      return;
    case 'rock': {
      const radius = cell > 40 ? 0.2 : 0.34;
      const rock = {
        x0: middle.x - radius * shape.width,
        z0: middle.z - radius * shape.depth,
        x1: middle.x + radius * shape.width,
        z1: middle.z + radius * shape.depth,
      };
      const tall = Math.max(cell * radius * 1.3, Math.min(height * step, 60) * 0.55);
      picture.pyramid(rock, low, low + tall, 'stone');
      return;
    }
    case 'canopy':
      picture.add(flat(area, high), 'canopy', { shade: 0, rank: 6 });
      return;
    case 'patch':
      picture.add(flat(inset(area, 0.12), low + shape.base), shape.surface, { shade: 0, rank: 2 });
      return;
    case 'mast':
      paintMast(picture, middle, {
        cell,
        low,
        tall: Math.min(high, low + 20),
        surface: shape.surface,
        name: block.name,
      });
      return;
    case 'box':
      paintHouse(picture, space, stack, area, isFine);
      return;
  }
}

const solidInset: Readonly<Record<string, number>> = { house: 0.08, fabric: 0.27 };
const bodyMaterial = (surface: string) => (surface === 'platform' || surface === 'road' ? 'pillar' : surface);

function areaOf({ block, shape }: Thing): Area {
  const [ax, az] = turned(block, shape, [0, 0]);
  const [bx, bz] = turned(block, shape, [shape.width, shape.depth]);
  return { x0: Math.min(ax, bx), z0: Math.min(az, bz), x1: Math.max(ax, bx), z1: Math.max(az, bz) };
}

const inset = ({ x0, z0, x1, z1 }: Area, by: number): Area => ({
  x0: x0 + by,
  z0: z0 + by,
  x1: x1 - by,
  z1: z1 - by,
});

interface Place {
  readonly x: number;
  readonly z: number;
}

const around = ({ x, z }: Place, by: number): Area => inset({ x0: x, z0: z, x1: x, z1: z }, -by);

const flat = ({ x0, z0, x1, z1 }: Area, height: number): Point[] => [
  [x0, height, z0],
  [x1, height, z0],
  [x1, height, z1],
  [x0, height, z1],
];

/** Trees face the camera, as flat triangles; from above one sees their crowns. */
function paintTrees(
  picture: Painter,
  { x, z }: Place,
  { cell, low, tall }: { readonly cell: number; readonly low: number; readonly tall: number },
  isGroup: boolean,
): void {
  const [dx, dz] = picture.camera.mapDirection(Math.SQRT1_2, -Math.SQRT1_2);
  const radius = 5.5 / cell;
  for (const [index, [u, w]] of (isGroup ? trees : [[0, 0] as const]).entries()) {
    if (picture.camera.isOverhead) {
      picture.add(crown({ x: x + u, z: z + w }, radius, low + tall), 'tree', { shade: -(index % 2) });
      continue;
    }
    const foot = low + tall * 0.25;
    if (picture.isSolid) {
      const place = { x: x + u, z: z + w };
      picture.box(around(place, radius / 7), low, foot, 'wood');
      picture.pyramid(around(place, radius * 0.8), foot, low + tall, 'tree');
      continue;
    }
    const tree: Point[] = [
      [x + u - dx * radius, foot, z + w - dz * radius],
      [x + u + dx * radius, foot, z + w + dz * radius],
      [x + u, low + tall, z + w],
    ];
    picture.add(tree, 'tree', { shade: -(index % 2) });
  }
}

/** An octagon around a place. */
const crown = ({ x, z }: Place, radius: number, height: number): Point[] =>
  Array.from({ length: 8 }, (_, at): Point => {
    const turn = ((at + 0.5) * Math.PI) / 4;
    return [x + radius * Math.cos(turn), height, z + radius * Math.sin(turn)];
  });

/** A mast faces the camera; that of a sign carries a board with an arrow, if its name says where it points, and some carry a lamp. */
function paintMast(
  picture: Painter,
  { x, z }: Place,
  {
    cell,
    low,
    tall,
    surface,
    name,
  }: {
    readonly cell: number;
    readonly low: number;
    readonly tall: number;
    readonly surface: string;
    readonly name: string;
  },
): void {
  const [dx, dz] = picture.camera.mapDirection(Math.SQRT1_2 / cell, -Math.SQRT1_2 / cell);
  const board = (half: number, from: number, material: string, shade: number) =>
    picture.add(
      [
        [x - dx * half, from, z - dz * half],
        [x + dx * half, from, z + dz * half],
        [x + dx * half, tall, z + dz * half],
        [x - dx * half, tall, z - dz * half],
      ],
      material,
      { shade },
    );
  if (picture.isSolid) picture.box(around({ x, z }, 0.6 / cell), low, tall, surface);
  else board(1, low, surface, -1);
  if (/Lamp|Light/.test(name)) board(2.5, tall - 1.5, 'lamp', 0);
  if (surface !== 'sign') return;
  board(5, tall - 5, /WrongWay/.test(name) ? 'finish' : 'sign', 0);
  const points = /Left/.test(name) ? -1 : /Right/.test(name) ? 1 : 0;
  if (points === 0) return;
  const place = (aside: number, height: number): Point => [x + dx * aside, height, z + dz * aside];
  const arrow = [
    place(points * 3.6, tall - 2.5),
    place(-points * 2, tall - 0.9),
    place(-points * 2, tall - 4.1),
  ];
  const by = [place(-5, tall - 5), place(5, tall - 5), place(5, tall), place(-5, tall)];
  picture.add(arrow, 'black', { shade: 0, rank: 2, by });
}

const houseMaterials = new Set(['house', 'boat', 'stone', 'fabric']);
const pitched = new Set(['Rally', 'Snow', 'Coast']);

const tower = /FabricPillar|InflatableSupport/;
/** Cells of the largest block. */
const largest = 8;

/** The files have only the top of a tower of fabric: it stands on the ground unless a road passes below. */
function footOf(space: TrackSpace, { x0, z0, x1, z1 }: Area, top: number): number {
  const [x, z] = [(x0 + x1) / 2, (z0 + z1) / 2];
  const ground = space.terrain.under(x, z);
  const isOver = space.drives.some(
    (drive) =>
      drive.block.y * space.grid.step < top &&
      Math.abs(drive.block.x - x) <= largest &&
      Math.abs(drive.block.z - z) <= largest &&
      coveredCells(drive).includes(`${Math.floor(x)},${Math.floor(z)}`),
  );
  return isOver ? top : Math.min(top, ground);
}

function paintHouse(picture: Painter, space: TrackSpace, stack: Stack, area: Area, isFine: boolean): void {
  const { environment, grid } = space;
  const { block, shape, height } = stack;
  const { cell, step } = grid;
  const material = houseMaterials.has(shape.surface) ? shape.surface : 'house';
  const [from, high] = [block.y * step, (block.y + height) * step];
  const low = tower.test(block.name) ? footOf(space, area, from) : from;
  const most = material === 'boat' ? 7 : environment === 'Bay' ? 400 : 40;
  const tall = Math.min(high, from + most) - step * (high - low > step ? 0.4 : 0.3);
  const walls = inset(area, cell > 40 ? 0.33 : shape.surface === 'house' ? 0.16 : 0.24);
  if (material === 'boat') {
    paintShip(picture, walls, low, tall, block.name);
    return;
  }
  picture.box(walls, low, tall, material, isFine && material === 'house');
  if (material === 'house' && pitched.has(environment))
    picture.pyramid(inset(walls, -0.04), tall, tall + cell * 0.3, 'roof');
}

/** A hull with a bow, and on it a bridge; freighters carry containers. */
function paintShip(picture: Painter, area: Area, low: number, high: number, name: string): void {
  const { x0, z0, x1, z1 } = area;
  const isAcross = x1 - x0 >= z1 - z0;
  const [length, beam] = isAcross ? [x1 - x0, z1 - z0] : [z1 - z0, x1 - x0];
  const half = Math.min(beam, length * 0.45) / 2;
  const [mx, mz] = [(x0 + x1) / 2, (z0 + z1) / 2];
  const deck = low + (high - low) * 0.4;
  const at = (along: number, aside: number): Point => {
    const [u, w] = [(along - 0.5) * length, aside * half];
    return isAcross ? [mx + u, deck, mz + w] : [mx - w, deck, mz + u];
  };
  const isFreighter = /Cargo/.test(name);
  const outline = [at(0, -0.8), at(0.7, -1), at(1, 0), at(0.7, 1), at(0, 0.8)];
  picture.prism(outline, low, isFreighter ? 'hull' : 'boat', isFreighter ? 'metal' : 'boat');
  const block = (from: number, to: number, wide: number, up: number, material: string) => {
    const corners = [at(from, -wide), at(to, -wide), at(to, wide), at(from, wide)];
    picture.prism(
      corners.map(([x, , z]): Point => [x, deck + up, z]),
      deck,
      material,
    );
  };
  block(0.06, 0.22, 0.6, (high - low) * (isFreighter ? 1 : 0.6), isFreighter ? 'boat' : 'metal');
  if (isFreighter) {
    block(0.28, 0.44, 0.8, (high - low) * 0.6, 'fabric');
    block(0.48, 0.64, 0.8, (high - low) * 0.4, 'sign');
  }
}
