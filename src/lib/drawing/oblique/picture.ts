import { between, type Point } from '../space/grid.ts';
import type { Camera, OnScreen } from './camera.ts';
import { type Area, type FaceOptions, type Layer, type Painter, panesOf, sides } from './painter.ts';

/** A face of the picture, ready to be sorted and written. */
export interface Face {
  readonly points: readonly OnScreen[];
  readonly material: string;
  /** -3 (dark) to 3 (light) */
  readonly shade: number;
  readonly layer: Layer;
  /** how near it is to the camera, from the farthest on: in an oblique picture the diagonal of cells */
  readonly depth: number;
  /** metres, by which faces of one depth are ordered */
  readonly height: number;
  /** decides at one height: walls, terrain, edges of roads, roads, roofs, gates */
  readonly rank: number;
}

/** Towards the sun, which stands at the left. */
const sun: Point = [-0.52, 0.83, -0.18];

/** The faces of a picture, in the cells and metres of the track. */
export class Picture implements Painter {
  readonly isSolid = false;
  readonly camera: Camera;
  readonly faces: Face[] = [];
  readonly #cell: number;

  constructor(camera: Camera, cell: number) {
    this.camera = camera;
    this.#cell = cell;
  }

  add(points: readonly Point[], material: string, options: FaceOptions = {}): void {
    const { layer = 2, lift = 0, rank = 1, by = points, shade = this.#shade(points) } = options;
    const middle = middleOf(by);
    this.faces.push({
      points: points.map((point) => this.camera.screen(point)),
      material,
      shade,
      layer,
      depth: this.#nearestDepth(by, middle),
      height: middle[1] + lift,
      rank,
    });
  }

  /** A wall below the edge from `from` to `to`, down to these heights, if it faces the camera. Outside is left of the edge. */
  wall(
    from: Point,
    to: Point,
    [underFrom, underTo]: readonly [number, number],
    material: string,
    options: FaceOptions = {},
  ): void {
    const [a, b] = [this.camera.turned(from[0], from[2]), this.camera.turned(to[0], to[2])];
    const [right, left] = [b[1] - a[1], a[0] - b[0]];
    if (right + left <= 1e-9) return;
    const quad: Point[] = [from, to, [to[0], underTo, to[2]], [from[0], underFrom, from[2]]];
    this.add(quad, material, { shade: right > left ? -3 : -1, ...options });
  }

  /** Rows of windows on a wall, if it faces the camera. `from` and `to`: its upper edge, as for `wall`. */
  windows(from: Point, to: Point, low: number): void {
    const [a, b] = [this.camera.turned(from[0], from[2]), this.camera.turned(to[0], to[2])];
    if (this.camera.isOverhead || b[1] - a[1] + a[0] - b[0] <= 1e-9) return;
    const by: Point[] = [from, to, [to[0], low, to[2]], [from[0], low, from[2]]];
    const tall = from[1] - low;
    for (const { near, far, below, above } of panesOf(tall)) {
      const at = (share: number, height: number): Point => {
        const [x, , z] = between(from, to, share);
        return [x, low + tall * height, z];
      };
      const pane = [at(near, below), at(far, below), at(far, above), at(near, above)];
      this.add(pane, 'window', { shade: 0, rank: 1.3, by }); // after its wall, before what is level
    }
  }

  box({ x0, z0, x1, z1 }: Area, low: number, high: number, material: string, hasWindows = false): void {
    const corners: Point[] = [
      [x0, high, z0],
      [x1, high, z0],
      [x1, high, z1],
      [x0, high, z1],
    ];
    this.prism(corners, low, material);
    if (hasWindows) for (const [from, to] of sides(corners)) this.windows(to, from, low);
  }

  /** A level top with upright sides down to a height; its corners in the order of those of a box. */
  prism(corners: readonly Point[], low: number, material: string, top = material): void {
    for (const [from, to] of sides(corners)) this.wall(to, from, [low, low], material);
    this.add(corners, top, { shade: 1, rank: 1.6 });
  }

  /** A pyramid, such as a rock or a roof. */
  pyramid({ x0, z0, x1, z1 }: Area, low: number, high: number, material: string): void {
    const top: Point = [(x0 + x1) / 2, high, (z0 + z1) / 2];
    const corners: Point[] = [
      [x0, low, z0],
      [x1, low, z0],
      [x1, low, z1],
      [x0, low, z1],
    ];
    const nearness = ([from, to]: readonly [Point, Point]) => {
      const middle = between(from, to);
      const [right, left] = this.camera.turned(middle[0], middle[2]);
      return right + left;
    };
    const farToNear = sides(corners).toSorted((a, b) => nearness(a) - nearness(b));
    for (const [place, [from, to]] of farToNear.entries()) {
      const isBehind = place < 2;
      const facesRight =
        Math.abs(this.camera.turned(from[0], from[2])[0] - this.camera.turned(to[0], to[2])[0]) < 1e-6;
      this.add([from, to, top], material, {
        rank: 4 + place,
        lift: isBehind ? -0.5 : 0,
        shade: isBehind ? 1 : facesRight ? -2 : 0,
      });
    }
  }

  /** What lies in cells behind must not cover a face, so the nearest cell it touches counts; points are drawn a little inwards. */
  #nearestDepth(points: readonly Point[], middle: Point): number {
    let nearest = Number.NEGATIVE_INFINITY;
    for (const point of points) {
      const [x, , z] = between(point, middle, 0.06);
      const [right, left] = this.camera.turned(x, z);
      nearest = Math.max(nearest, this.camera.depthOf(right, left));
    }
    return nearest;
  }

  /** How much light a face gets, by its normal. */
  #shade(points: readonly Point[]): number {
    const [a, b, c] = points.map(([x, height, z]): Point => {
      const [right, left] = this.camera.turned(x, z);
      return [right * this.#cell, height, left * this.#cell];
    });
    if (!a || !b || !c) return 0;
    const [e, f] = [minus(b, a), minus(c, a)];
    const normal: Point = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
    const length = (Math.hypot(...normal) || 1) * (normal[1] < 0 ? -1 : 1);
    const light = (normal[0] * sun[0] + normal[1] * sun[1] + normal[2] * sun[2]) / length;
    return Math.max(-3, Math.min(3, Math.round((light - sun[1]) * 7)));
  }
}

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

function middleOf(points: readonly Point[]): Point {
  let [x, height, z] = [0, 0, 0];
  for (const point of points) {
    x += point[0] / points.length;
    height += point[1] / points.length;
    z += point[2] / points.length;
  }
  return [x, height, z];
}
