import type { Row, Strip } from './grid.ts';

/**
 * By how much the surfaces of a track lie higher than the shapes of its blocks say, where cars were on their wheels. An array, because that is
 * how it is stored: for each fitted strip the number of its block in the file, its own number in the block, and centimetres at even steps
 * along it.
 */
export type Fit = readonly number[];

/** Places along a strip, its ends included. */
export const knots = 5;
/** Numbers for each strip. */
export const entry = 2 + knots;
/** The knot before a place on a strip, and how far it is to the next one. */
export function placeOf(t: number): { readonly before: number; readonly share: number } {
  const place = Math.min(1, Math.max(0, t)) * (knots - 1);
  const before = Math.min(knots - 2, Math.floor(place));
  return { before, share: place - before };
}

/** The height at a place on a strip, between those at its knots. */
export function valueAt(heights: readonly number[], t: number): number {
  const { before, share } = placeOf(t);
  const [from = 0, to = 0] = [heights[before], heights[before + 1]];
  return from + (to - from) * share;
}

/** Returns the function that raises the strips of a block as a fit says. */
export function fitted(fit: Fit): (block: number, strips: readonly Strip[]) => readonly Strip[] {
  const byBlock = new Map<number, Map<number, readonly number[]>>();
  for (let at = 0; at + entry <= fit.length; at += entry) {
    const [block = 0, strip = 0, ...heights] = fit.slice(at, at + entry);
    byBlock.set(block, (byBlock.get(block) ?? new Map()).set(strip, heights));
  }
  return (block, strips) => {
    const own = byBlock.get(block);
    if (!own) return strips;
    return strips.map((strip, number) => {
      const heights = own.get(number);
      return heights
        ? strip.map((row, at) => raisedRow(row, valueAt(heights, at / (strip.length - 1)) / 100))
        : strip;
    });
  };
}

const raisedRow = ([left, right]: Row, up: number): Row => [
  [left[0], left[1] + up, left[2]],
  [right[0], right[1] + up, right[2]],
];
