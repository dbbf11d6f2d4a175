import { type Area, type Painter, panesOf, sides } from '../oblique/painter.ts';
import { between, type Point } from '../space/grid.ts';

/** Triangles of one kind, in metres; corners that are the same are shared. */
export interface Mesh {
  /** x, y and z of each corner */
  readonly places: readonly number[];
  /** of each corner, a number in the list of materials */
  readonly materials: readonly number[];
  /** three corners for each triangle */
  readonly corners: readonly number[];
}

/** Millimetres would be lost in the file anyway. */
const perMetre = 100;
/** Panes stand this many cells in front of their wall, so that both are seen. */
const paneLift = 0.004;

/** Collects what a track consists of as triangles, which can be looked at from anywhere. */
export class Solid implements Painter {
  readonly isSolid = true;
  readonly camera = {
    isOverhead: false,
    mapDirection: (right: number, left: number) => [right, left] as const,
  };
  readonly materials: string[] = [];
  readonly #cell: number;
  readonly #known = new Map<string, number>();
  #places: number[] = [];
  #materials: number[] = [];
  #corners: number[] = [];

  /** `cell`: metres of a cell. */
  constructor(cell: number) {
    this.#cell = cell;
  }

  /** Numbers of corners in triangles since the last call of `take`. */
  get size(): number {
    return this.#corners.length;
  }

  /** What was added since the last call. */
  take(): Mesh {
    const mesh = { places: this.#places, materials: this.#materials, corners: this.#corners };
    this.#known.clear();
    this.#places = [];
    this.#materials = [];
    this.#corners = [];
    return mesh;
  }

  add(points: readonly Point[], material: string): void {
    const numbers = points.map((point) => this.#cornerAt(point, this.#numberOf(material)));
    const [first = 0] = numbers;
    for (let at = 1; at + 1 < numbers.length; at++) {
      const [second = 0, third = 0] = [numbers[at], numbers[at + 1]];
      if (first !== second && second !== third && third !== first) this.#corners.push(first, second, third);
    }
  }

  wall(from: Point, to: Point, [underFrom, underTo]: readonly [number, number], material: string): void {
    this.add([from, to, [to[0], underTo, to[2]], [from[0], underFrom, from[2]]], material);
  }

  box({ x0, z0, x1, z1 }: Area, low: number, high: number, material: string, hasWindows = false): void {
    const corners: Point[] = [
      [x0, high, z0],
      [x1, high, z0],
      [x1, high, z1],
      [x0, high, z1],
    ];
    this.prism(corners, low, material);
    if (hasWindows) for (const [from, to] of sides(corners)) this.#windows(from, to, low);
  }

  prism(corners: readonly Point[], low: number, material: string, top = material): void {
    for (const [from, to] of sides(corners)) this.wall(from, to, [low, low], material);
    this.add(corners, top);
  }

  pyramid({ x0, z0, x1, z1 }: Area, low: number, high: number, material: string): void {
    const top: Point = [(x0 + x1) / 2, high, (z0 + z1) / 2];
    const corners: Point[] = [
      [x0, low, z0],
      [x1, low, z0],
      [x1, low, z1],
      [x0, low, z1],
    ];
    for (const [from, to] of sides(corners)) this.add([from, to, top], material);
  }

  #windows(from: Point, to: Point, low: number): void {
    const tall = from[1] - low;
    const length = Math.hypot(to[0] - from[0], to[2] - from[2]) || 1;
    const [outX, outZ] = [(to[2] - from[2]) / length, (from[0] - to[0]) / length];
    for (const { near, far, below, above } of panesOf(tall)) {
      const at = (share: number, height: number): Point => {
        const [x, , z] = between(from, to, share);
        return [x + outX * paneLift, low + tall * height, z + outZ * paneLift];
      };
      this.add([at(near, below), at(far, below), at(far, above), at(near, above)], 'window');
    }
  }

  #numberOf(material: string): number {
    const known = this.materials.indexOf(material);
    return known >= 0 ? known : this.materials.push(material) - 1;
  }

  #cornerAt([x, up, z]: Point, material: number): number {
    const place = [x * this.#cell, up, z * this.#cell].map((part) => Math.round(part * perMetre) / perMetre);
    const key = `${place.join(' ')} ${material}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const number = this.#materials.push(material) - 1;
    this.#places.push(...place);
    this.#known.set(key, number);
    return number;
  }
}
