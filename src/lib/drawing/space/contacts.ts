import type { Point, Strip } from './grid.ts';
import type { Drive, TrackSpace } from './track-space.ts';

/** What is drawn below or above a place where a car stood on its wheels. */
export interface Surface {
  readonly drive: Drive;
  /** of the drive */
  readonly strip: number;
  /** along the strip, 0 to 1 */
  readonly t: number;
  /** metres from the surface straight up to the car */
  readonly off: number;
  /** how level it is: 1 level, 0 upright */
  readonly level: number;
}

/** Metres between a car and the surface under it, at a right angle to the surface. */
export const distanceTo = ({ off, level }: Surface): number => Math.abs(off) * level;

/** Surfaces that are farther away, in metres, are other roads. */
const reach = 5;

interface Piece {
  readonly drive: Drive;
  readonly strip: number;
  readonly row: number;
}

/** Returns the function that finds the nearest surface of the roads under a point; null where nothing is driven. */
export function surfacesOf({ drives, grid }: TrackSpace): (point: Point) => Surface | null {
  const cells = new Map<string, Piece[]>();
  for (const drive of drives)
    for (const [strip, rows] of drive.strips.entries())
      for (let row = 0; row + 1 < rows.length; row++)
        for (const cell of cellsOf(rows, row)) {
          const piece = { drive, strip, row };
          if (!cells.get(cell)?.push(piece)) cells.set(cell, [piece]);
        }
  return (point) => {
    let nearest: Surface | null = null;
    for (const piece of cells.get(`${Math.floor(point[0])},${Math.floor(point[2])}`) ?? []) {
      const found = under(piece, point, grid.cell);
      if (!found || Math.abs(found.off) > Math.min(reach, Math.abs(nearest?.off ?? reach))) continue;
      nearest = found;
    }
    return nearest;
  };
}

/** The cells of the map that the part of a strip after a row touches. */
function* cellsOf(rows: Strip, row: number): Generator<string> {
  const corners = [...(rows[row] ?? []), ...(rows[row + 1] ?? [])];
  const [xs, zs] = [corners.map(([x]) => x), corners.map(([, , z]) => z)];
  for (let x = Math.floor(Math.min(...xs)); x <= Math.max(...xs); x++)
    for (let z = Math.floor(Math.min(...zs)); z <= Math.max(...zs); z++) yield `${x},${z}`;
}

/** A part of a strip is two triangles, as it is drawn. */
function under({ drive, strip, row }: Piece, point: Point, cell: number): Surface | null {
  const rows = drive.strips[strip] ?? [];
  const [from, to] = [rows[row], rows[row + 1]];
  if (!from || !to) return null;
  const [[left, right], [farLeft, farRight]] = [from, to];
  const near = within(point, left, right, farRight);
  const far = near ? null : within(point, left, farRight, farLeft);
  const share = near ?? far;
  if (!share) return null;
  const [a, b, c] = near ? [left, right, farRight] : [left, farRight, farLeft];
  const up = a[1] + share[0] * (b[1] - a[1]) + share[1] * (c[1] - a[1]);
  const along = near ? share[1] : share[0] + share[1];
  const t = (row + along) / (rows.length - 1);
  return { drive, strip, t, off: point[1] - up, level: levelOf(a, b, c, cell) };
}

/** The share of its normal that points up. */
function levelOf(a: Point, b: Point, c: Point, cell: number): number {
  const [bx, by, bz] = [(b[0] - a[0]) * cell, b[1] - a[1], (b[2] - a[2]) * cell];
  const [cx, cy, cz] = [(c[0] - a[0]) * cell, c[1] - a[1], (c[2] - a[2]) * cell];
  const up = bz * cx - bx * cz;
  return Math.abs(up) / (Math.hypot(by * cz - bz * cy, up, bx * cy - by * cx) || 1);
}

/** The shares of the sides a–b and a–c at which a point is within a triangle, seen from above; null: it is outside. */
function within(point: Point, a: Point, b: Point, c: Point): readonly [number, number] | null {
  const [bx, bz, cx, cz] = [b[0] - a[0], b[2] - a[2], c[0] - a[0], c[2] - a[2]];
  const area = bx * cz - bz * cx;
  if (Math.abs(area) < 1e-9) return null; // upright
  const [px, pz] = [point[0] - a[0], point[2] - a[2]];
  const [s, t] = [(px * cz - pz * cx) / area, (bx * pz - bz * px) / area];
  return s >= -1e-6 && t >= -1e-6 && s + t <= 1 + 1e-6 ? [s, t] : null;
}
