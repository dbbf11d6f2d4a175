import { turned } from '../footprint.ts';
import { borderLines } from '../space/borders.ts';
import { between, type Point, type Row, raised, type Strip } from '../space/grid.ts';
import { coveredCells, type Drive, type Thing, type TrackSpace } from '../space/track-space.ts';
import type { Painter } from './painter.ts';

/** What the pictures of one track share while its roads are painted. */
export interface RoadPlan {
  readonly space: TrackSpace;
  /** how often ends of strips lie at one place: where two meet, no end wall is drawn */
  readonly ends: ReadonlyMap<string, number>;
  /** by cell: the lowest step of the stone supports that carry a road, which is drawn as a wall down to it */
  readonly walls: ReadonlyMap<string, number>;
  /** cells with a support of the file; elsewhere raised roads of some environments get legs, as the game adds them */
  readonly supported: ReadonlySet<string>;
  readonly isFine: boolean;
  readonly hasShadows: boolean;
}

/** Materials with a lighter edge. */
export const edged: ReadonlySet<string> = new Set(['road', 'bridge', 'tarmac', 'waterway']);
/** Share of a lane's width that its edge takes on each side. */
const edgeShare = 0.09;
/** Metres of a road's body in the air. */
const thickness = 2.2;
/** Metres above the ground from which a road has a shadow. */
const shadowFrom = 3;

const endKey = ([left, right]: Row): string => {
  const [x, height, z] = between(left, right);
  return `${Math.round(x * 4)},${Math.round(height / 2)},${Math.round(z * 4)}`;
};

/** Collects what roads need to know of each other. Stone supports that carry a road are left out of `things`. */
export function planRoads(
  space: TrackSpace,
  isFine: boolean,
  hasShadows: boolean,
): { plan: RoadPlan; things: readonly Thing[] } {
  const ends = new Map<string, number>();
  for (const { strips } of space.drives)
    for (const strip of strips)
      for (const row of [strip[0], strip.at(-1)]) {
        if (!row) continue;
        ends.set(endKey(row), (ends.get(endKey(row)) ?? 0) + 1);
      }
  const carried = new Set(
    space.drives.filter(({ shape }) => shape.surface === 'cobble').flatMap(coveredCells),
  );
  const walls = new Map<string, number>();
  const things = space.things.filter((thing) => {
    if (thing.shape.form !== 'solid' || thing.shape.surface !== 'cobble') return true;
    const cells = coveredCells(thing);
    if (!cells.some((cell) => carried.has(cell))) return true;
    for (const cell of cells)
      walls.set(cell, Math.min(walls.get(cell) ?? Number.POSITIVE_INFINITY, thing.block.y));
    return false;
  });
  const supported = new Set(
    things.filter(({ shape }) => shape.kind === 'support').map(({ block }) => `${block.x},${block.z}`),
  );
  return { plan: { space, ends, walls, supported, isFine, hasShadows }, things };
}

/** Paints what is driven in a block: shadow, body, edge and lane, and the roof of a tunnel. */
export function paintDrive(picture: Painter, plan: RoadPlan, drive: Drive): void {
  const { block, shape } = drive;
  const isBoost = shape.kind === 'boost' || shape.kind === 'roulette';
  // Snow's wooden roads are grey where they lie on the ground
  const isGroundRoad = plan.space.environment === 'Snow' && shape.surface === 'wood' && block.ground;
  const material = isBoost
    ? 'boost'
    : shape.kind === 'noengine'
      ? 'noengine'
      : isGroundRoad
        ? 'road'
        : shape.surface;
  for (const strip of drive.strips)
    for (const part of shape.kind === 'hole' ? aroundHole(drive, strip) : [strip])
      paintStrip(picture, plan, drive, part, material);
  if (plan.isFine) paintBorders(picture, drive);
  if (block.name.endsWith('RoadLamp') && plan.isFine) paintLamp(picture, plan.space.grid.cell, drive);
  paintLegs(picture, plan, drive);
}

/** From which share to which a hole is open, along and across. */
const hole = { from: 0.3, to: 0.7 };

/** What is left around a hole: of a lane its two ends, of a sheet a frame; Island's highways have holes in the middle or at the sides. */
function aroundHole({ block, shape }: Drive, strip: Strip): Strip[] {
  const across = (left: number, right: number): Strip =>
    strip.map(([l, r]): Row => [between(l, r, left), between(l, r, right)]);
  if (block.name.endsWith('HoleCenter')) return [across(0, hole.from), across(hole.to, 1)];
  if (block.name.endsWith('HoleSides')) return [across(hole.from, hole.to)];
  const ends = [cut(strip, 0, hole.from), cut(strip, hole.to, 1)];
  return shape.form === 'sheet' ? [...ends, across(0, hole.from), across(hole.to, 1)] : ends;
}

/** The part of a strip between two shares of its length. */
function cut(strip: Strip, from: number, to: number): Strip {
  const last = strip.length - 1;
  const rowAt = (share: number): Row => {
    const before = Math.min(last - 1, Math.floor(share * last));
    const [row, next] = [strip[before], strip[before + 1]];
    const rest = share * last - before;
    return row && next
      ? [between(row[0], next[0], rest), between(row[1], next[1], rest)]
      : [
          [0, 0, 0],
          [0, 0, 0],
        ];
  };
  const inner = strip.filter((_, at) => at / last > from && at / last < to);
  return [rowAt(from), ...inner, rowAt(to)];
}

/** Metres of the wall at the edge of a circuit. */
const borderHeight = 1.8;

/** The low wall at the edge of a circuit; from above, its top. */
function paintBorders(picture: Painter, { block, shape, strips }: Drive): void {
  if (shape.form !== 'sheet') return;
  for (const line of strips.flatMap((strip) => borderLines(block.name, shape, strip)))
    for (const [at, to] of line.slice(1).entries()) {
      const from = line[at];
      if (!from) continue;
      const [fromTop, toTop] = [raised(from, borderHeight), raised(to, borderHeight)];
      const face = picture.camera.isOverhead ? topOfWall(fromTop, toTop) : [from, to, toTop, fromTop];
      picture.add(face, 'border', { lift: 1.5, rank: 4 });
    }
}

/** A lamp beside the road. */
function paintLamp(picture: Painter, cell: number, { strips }: Drive): void {
  const [strip] = strips;
  const row = strip?.[Math.floor(strip.length / 2)];
  if (!row) return;
  const foot = between(row[0], row[1], -0.08);
  const [dx, dz] = picture.camera.mapDirection(Math.SQRT1_2 / cell, -Math.SQRT1_2 / cell);
  const upright = (half: number, low: number, high: number, material: string) => {
    const at = (side: number, up: number): Point => [
      foot[0] + dx * side * half,
      foot[1] + up,
      foot[2] + dz * side * half,
    ];
    picture.add([at(-1, low), at(1, low), at(1, high), at(-1, high)], material, { shade: 0, lift: 4 });
  };
  upright(0.8, 0, 9, 'metal');
  upright(2.4, 8, 11, 'lamp');
}

function paintStrip(
  picture: Painter,
  plan: RoadPlan,
  { shape }: Drive,
  strip: Strip,
  material: string,
): void {
  const hasEdge = plan.isFine && edged.has(material) && shape.form !== 'loop';
  for (let at = 0; at + 1 < strip.length; at++) {
    const [row, next] = [strip[at], strip[at + 1]];
    if (!row || !next) continue;
    const [l0, r0] = row;
    const [l1, r1] = next;
    const quad = shape.form === 'wall' && picture.camera.isOverhead ? topOfWall(l1, r1) : [l0, r0, r1, l1];
    paintShadow(picture, plan, quad);
    const body = bodyOf(plan, quad, shape.form === 'wall');
    if (body > 0.3) {
      const wall = (from: Point, to: Point) =>
        picture.wall(from, to, [from[1] - body, to[1] - body], shape.surface, { lift: -1 });
      wall(l1, l0);
      wall(r0, r1);
      const isOpen = (end: Row) => (plan.ends.get(endKey(end)) ?? 0) < 2;
      if (at === 0 && isOpen(row)) wall(l0, r0);
      if (at + 2 === strip.length && isOpen(next)) wall(r1, l1);
    }
    if (hasEdge) {
      const lane = [
        between(l0, r0, edgeShare),
        between(r0, l0, edgeShare),
        between(r1, l1, edgeShare),
        between(l1, r1, edgeShare),
      ];
      if (picture.isSolid) {
        picture.add([l0, between(l0, r0, edgeShare), between(l1, r1, edgeShare), l1], 'edge');
        picture.add([between(r0, l0, edgeShare), r0, r1, between(r1, l1, edgeShare)], 'edge');
      } else picture.add(quad, 'edge', { lift: 0.5, rank: 2 });
      picture.add(lane, material, { lift: 0.5, rank: 3, by: quad });
    } else picture.add(quad, material, { lift: 0.5, rank: 3 });
    if (shape.kind === 'tunnel' && plan.isFine) paintRoof(picture, plan.space.grid.cell, row, next);
  }
}

/** What one sees of an upright wall from above. */
function topOfWall(left: Point, right: Point): Point[] {
  const half = 0.05;
  const [dx, dz] = [(right[2] - left[2]) * half, (left[0] - right[0]) * half];
  const aside = ([x, height, z]: Point, by: number): Point => [x + dx * by, height, z + dz * by];
  return [aside(left, -1), aside(right, -1), aside(right, 1), aside(left, 1)];
}

const centreOf = (quad: readonly Point[]): Point => {
  const [a, b, c, d] = quad;
  return a && b && c && d ? between(between(a, b), between(c, d)) : [0, 0, 0];
};

/** The shadow on the ground, moved away from the sun by about half of the height. */
function paintShadow(picture: Painter, { space, hasShadows }: RoadPlan, quad: readonly Point[]): void {
  if (!hasShadows) return;
  const [x, height, z] = centreOf(quad);
  const ground = space.terrain.under(x, z);
  if (height - ground <= shadowFrom) return;
  const [dx, dz] = picture.camera.mapDirection(1, -0.15);
  const shadow = quad.map(([px, up, pz]): Point => {
    const shift = (Math.min(60, up - ground) / space.grid.cell) * 0.55;
    return [px + dx * shift, ground + 0.2, pz + dz * shift];
  });
  const isOnPlain = ground <= space.terrain.top(space.terrain.plain) + 1;
  picture.add(shadow, 'shadow', { shade: 0, layer: isOnPlain ? 1 : 2, lift: -3 });
}

/** Metres of the body below a face: to the foot of a stone support, thin in the air, down to the ground near it. */
function bodyOf({ space, walls }: RoadPlan, quad: readonly Point[], isWall: boolean): number {
  if (isWall) return 0;
  const [x, height, z] = centreOf(quad);
  const foot = walls.get(`${Math.floor(x)},${Math.floor(z)}`);
  if (foot !== undefined && foot * space.grid.step < height) return height - foot * space.grid.step;
  const above = height - space.terrain.under(x, z);
  return above > thickness + 0.4 ? thickness : Math.max(0, above);
}

function paintRoof(picture: Painter, cell: number, [l0, r0]: Row, [l1, r1]: Row): void {
  const height = cell * 0.25;
  const up = (point: Point) => raised(point, height);
  const side = (from: Point, to: Point) =>
    picture.wall(up(from), up(to), [from[1] + height * 0.55, to[1] + height * 0.55], 'tunnel', { lift: 1 });
  side(l1, l0);
  side(r0, r1);
  picture.add([up(l0), up(r0), up(r1), up(l1)], 'tunnel', { lift: 2 });
}

/** Legs under raised roads of environments whose files do not contain them. */
function paintLegs(picture: Painter, { space, supported }: RoadPlan, { block, shape }: Drive): void {
  const { environment, grid, terrain } = space;
  if ((environment !== 'Desert' && environment !== 'Snow') || shape.width * shape.depth > 2) return;
  const [x, z] = turned(block, shape, [shape.width / 2, shape.depth / 2]);
  const ground = terrain.under(x, z);
  const floor = block.y * grid.step;
  if (floor <= ground + 6 || supported.has(`${Math.floor(x)},${Math.floor(z)}`)) return;
  const area = { x0: x - 0.05, z0: z - 0.05, x1: x + 0.05, z1: z + 0.05 };
  picture.box(area, ground, floor + shape.base - thickness, 'pillar');
}
