import type { Footprint } from '../footprint.ts';

/** Where a block opens to its neighbour, in cells of its own frame (direction 0: u along +x, w along +z). */
export interface Port {
  readonly u: number;
  readonly w: number;
  /** 0 +z, 1 -x, 2 -z, 3 +x */
  readonly side: number;
  /** steps above the floor of the block */
  readonly step: number;
  /** the side that is low, seen looking out; the other is one step higher */
  readonly low: 'left' | 'right' | null;
}

/** How a block is shaped, in its own frame. */
export interface Shape extends Footprint {
  /** in steps */
  readonly height: number;
  /** what it is in a race: road, boost, start, checkpoint, finish, multilap, terrain, support, scenery, nothing … */
  readonly kind: string;
  /** what its surface is made of; of terrain and scenery the material */
  readonly surface: string;
  /** what is drawn: a lane between ports, a sheet over the footprint, terrain, a house … */
  readonly form: string;
  /** how the height runs along it */
  readonly profile: string;
  /** steps between its ends; negative: it falls towards +z. Of terrain the level above the base */
  readonly rise: number;
  /** steps across; positive: higher towards +x */
  readonly bank: number;
  /** metres of the surface above the step of its ports */
  readonly base: number;
  /** of the driven strip, in cells */
  readonly lane: number;
  readonly ports: readonly Port[];
}

/** The shapes of all known blocks, by `Environment:Name`. */
export type Shapes = ReadonlyMap<string, Shape>;

/**
 * Reads block-shapes.tsv: a head, then a line for each block with environment, name, cells (`2x1`), height, kind, surface, form, profile,
 * rise, bank, base, width and ports (`u,w,side@step`, then l or r for a tilted one; `-` for none). Throws an Error that names the line.
 */
export function parseShapes(text: string): Shapes {
  const shapes = new Map<string, Shape>();
  const [, ...lines] = text.trim().split('\n');
  for (const [index, line] of lines.entries()) {
    const [environment, name, cells, height, kind, surface, form, profile, ...numbers] = line.split('\t');
    const [width, depth] = (cells ?? '').split('x').map(Number);
    const [rise, bank, base, lane] = numbers.slice(0, 4).map(Number);
    const ports = numbers[4];
    if (!kind || !surface || !form || !profile || !width || !depth || ports === undefined)
      throw new Error(`Line ${index + 2} of the shapes of blocks is incomplete.`);
    shapes.set(`${environment}:${name}`, {
      width,
      depth,
      height: Number(height),
      kind,
      surface,
      form,
      profile,
      rise: rise ?? 0,
      bank: bank ?? 0,
      base: base ?? 0,
      lane: lane ?? 0,
      ports: ports === '-' ? [] : ports.split(' ').map((port) => parsePort(port, index + 2)),
    });
  }
  return shapes;
}

function parsePort(text: string, line: number): Port {
  const [, u, w, side, step, low] = /^([\d.]+),([\d.]+),([0-3])@(-?[\d.]+)([lr]?)$/.exec(text) ?? [];
  if (u === undefined) throw new Error(`Line ${line} of the shapes of blocks has a port "${text}".`);
  return {
    u: Number(u),
    w: Number(w),
    side: Number(side),
    step: Number(step),
    low: low === 'l' ? 'left' : low === 'r' ? 'right' : null,
  };
}
