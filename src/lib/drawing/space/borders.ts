import type { Footprint } from '../footprint.ts';
import type { Point, Strip } from './grid.ts';

type Side = 'left' | 'right' | 'start' | 'end';

/** Where the sheet of a block on the edge of a circuit ends, seen from its first row: at a low wall. */
interface Border {
  readonly sides: readonly Side[];
  /** the corner that is cut off, and how: along a diagonal, around the inside of a bend, or around its outside */
  readonly cut: 'diagonal' | 'outer' | 'inner' | null;
}

/** In the names of sloping blocks: on which side the border is. */
const sideNames: Readonly<Record<string, Side>> = {
  Left: 'right',
  Right: 'left',
  Top: 'end',
  Bottom: 'start',
};

/** `CircuitBorder`, `Slope`, the form of the edge, and for sloping blocks its sides. */
const named =
  /CircuitBorder(Slope)?(Straight|Start|End|CornerOut|DiagOut|GTCurve[2-4]Out|GTCurve[2-4]In)(Left|Right)?(Top|Bottom)?(?:Advert)?B?$/;

/**
 * The border of a block. Names and directions agree with the neighbours of 700 blocks in real tracks: a straight border has none at its
 * start, an outer corner none at its start and on its right. Inner corners have a wall that is only a point. null: it has no border.
 */
function borderOf(name: string): Border | null {
  const [, slope, form, across, along] = named.exec(name) ?? [];
  if (form === undefined) return null;
  const sides = [across, along].flatMap((word) => sideNames[word ?? ''] ?? []);
  switch (form) {
    case 'Straight':
      return { sides: slope ? sides : ['start'], cut: null };
    case 'Start':
    case 'End':
      return { sides, cut: null };
    case 'CornerOut':
      return { sides: slope ? sides : ['start', 'right'], cut: null };
  }
  const cut = form === 'DiagOut' ? 'diagonal' : form.endsWith('Out') ? 'outer' : 'inner';
  return { sides: slope ? sides : ['start', cut === 'inner' ? 'left' : 'right'], cut };
}

/** Cells from the row where a cut begins. */
const fromCut = ({ sides }: Border, depth: number, w: number): number =>
  sides.includes('end') ? depth - w : w;

/** From where to where a sheet reaches `w` cells from its first row, in cells. */
export function reachOf(
  name: string,
  { width, depth }: Footprint,
): (w: number) => readonly [from: number, to: number] {
  const border = borderOf(name);
  if (!border?.cut) return () => [0, width];
  return (w) => {
    const at = fromCut(border, depth, w);
    const own =
      border.cut === 'diagonal'
        ? at
        : border.cut === 'outer'
          ? Math.sqrt(width ** 2 - (width - at) ** 2)
          : width - Math.sqrt(Math.max(0, (width - 1) ** 2 - at ** 2));
    return border.sides.includes('left') ? [width - own, width] : [0, own];
  };
}

/** Whether a sheet ends in an arc, for which it needs more rows. */
export const endsInArc = (name: string): boolean => {
  const cut = borderOf(name)?.cut;
  return cut === 'outer' || cut === 'inner';
};

/** The lines along which a low wall stands on a sheet. */
export function borderLines(
  name: string,
  { width, depth }: Footprint,
  strip: Strip,
): readonly (readonly Point[])[] {
  const border = borderOf(name);
  if (!border) return [];
  const edge = (side: Side): readonly Point[] => {
    if (side === 'left') return strip.map(([left]) => left);
    if (side === 'right') return strip.map(([, right]) => right);
    return (side === 'start' ? strip[0] : strip.at(-1)) ?? [];
  };
  if (!border.cut) return border.sides.map(edge);
  const longest = border.cut === 'inner' ? width - 1 : depth;
  const wOf = (row: number) => (row / (strip.length - 1)) * depth;
  return [
    edge(border.sides.includes('left') ? 'left' : 'right').filter(
      (_, row) => fromCut(border, depth, wOf(row)) <= longest,
    ),
  ];
}
