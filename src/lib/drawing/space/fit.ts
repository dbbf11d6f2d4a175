import { surfacesOf } from './contacts.ts';
import { entry, type Fit, knots, placeOf, valueAt } from './fitted.ts';
import type { Point } from './grid.ts';
import type { TrackSpace } from './track-space.ts';

/** Fewer contacts may be an odd wheel on a kerb. */
const leastContacts = 2;
/** Metres below which the shape is right. */
const exact = 0.15;
/** Of upright walls, height says nothing. */
const leastLevel = 0.4;
/** Metres from the first fit at which a contact counts as an accident. */
const wild = 1;
/** What bends of the fit, and heights themselves, cost, compared with a metre that a contact is off. */
const costs = { bend: 0.02, height: 0.002 };
/** Entries that are stored: more than the longest real track has. */
const mostEntries = 4000;

/** Fits the surfaces of a track to the places where cars were on their wheels: cells, metres and cells. Empty if all of them lie right. */
export function fitOf(space: TrackSpace, contacts: readonly Point[]): Fit {
  const surfaceAt = surfacesOf(space);
  const found = new Map<
    string,
    { readonly key: readonly [number, number]; readonly offs: [number, number][] }
  >();
  for (const contact of contacts) {
    const surface = surfaceAt(contact);
    if (!surface || surface.level < leastLevel) continue;
    const key = [surface.drive.number, surface.strip] as const;
    const all = found.get(key.join()) ?? { key, offs: [] };
    all.offs.push([surface.t, surface.off]);
    found.set(key.join(), all);
  }
  const fit: number[] = [];
  for (const { key, offs } of found.values()) {
    if (offs.length < leastContacts || fit.length >= mostEntries * entry) continue;
    const heights = heightsOf(offs);
    if (heights.some((height) => Math.abs(height) > exact))
      fit.push(...key, ...heights.map((height) => Math.round(100 * height)));
  }
  return fit;
}

type Off = readonly [t: number, off: number];

/** Metres at the knots, by which the contacts are off; beyond the first and the last contact it goes on level. */
function heightsOf(offs: readonly Off[]): number[] {
  const first = solved(offs);
  const tame = offs.filter(([t, off]) => Math.abs(off - valueAt(first, t)) <= wild);
  const heights = tame.length >= leastContacts && tame.length < offs.length ? solved(tame) : first;
  const ts = offs.map(([t]) => t);
  const [from, to] = [Math.min(...ts), Math.max(...ts)];
  return heights.map((_, knot) => valueAt(heights, Math.min(to, Math.max(from, knot / (knots - 1)))));
}

/** The least squares of what the contacts are off, with few bends. */
function solved(offs: readonly Off[]): number[] {
  const matrix = Array.from({ length: knots }, (_, row) =>
    Array.from({ length: knots + 1 }, (__, column) => (row === column ? costs.height : 0)),
  );
  const add = (terms: readonly (readonly [knot: number, factor: number])[], value: number, cost: number) => {
    for (const [row, a] of terms) {
      const sums = matrix[row];
      if (!sums) continue;
      for (const [column, b] of terms) sums[column] = (sums[column] ?? 0) + cost * a * b;
      sums[knots] = (sums[knots] ?? 0) + cost * a * value;
    }
  };
  for (const [t, off] of offs) {
    const { before, share } = placeOf(t);
    add(
      [
        [before, 1 - share],
        [before + 1, share],
      ],
      off,
      1,
    );
  }
  for (let knot = 1; knot + 1 < knots; knot++)
    add(
      [
        [knot - 1, 1],
        [knot, -2],
        [knot + 1, 1],
      ],
      0,
      costs.bend,
    );
  return eliminated(matrix);
}

/** Solves linear equations whose matrix is symmetric and positive: no rows need to be exchanged. */
function eliminated(matrix: readonly number[][]): number[] {
  for (const [at, pivot] of matrix.entries())
    for (const row of matrix.slice(at + 1)) {
      const factor = (row[at] ?? 0) / (pivot[at] ?? 1);
      for (let column = at; column < row.length; column++)
        row[column] = (row[column] ?? 0) - factor * (pivot[column] ?? 0);
    }
  const result: number[] = [];
  for (let at = matrix.length - 1; at >= 0; at--) {
    const row = matrix[at] ?? [];
    let value = row[matrix.length] ?? 0;
    for (const [i, known] of result.entries()) value -= (row[matrix.length - 1 - i] ?? 0) * known;
    result.push(value / (row[at] ?? 1));
  }
  return result.reverse();
}
