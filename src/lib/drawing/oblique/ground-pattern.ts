import type { Grid } from '../space/grid.ts';
import type { Mode } from './colours.ts';

/** Marks on four by four cells of the ground: mown stripes, dunes, drifts, waves. */
const marks: Readonly<
  Record<Grid['ground'], { readonly path: string; readonly fill: string; readonly opacity: number }>
> = {
  grass: { path: 'M0 0h2v4h-2z', fill: '#fff', opacity: 0.1 },
  sand: {
    path: 'M0 1q1-.5 2 0t2 0v.1q-1-.5-2 0t-2 0zM1 3q1-.5 2 0v.1q-1-.5-2 0z',
    fill: '#9c7a40',
    opacity: 0.13,
  },
  snow: { path: 'M0 1q1-.4 2 0t2 0v.12q-1-.4-2 0t-2 0z', fill: '#9fb6cc', opacity: 0.13 },
  water: {
    path: 'M.2 .5h.9v.08h-.9zM2 1.7h.7v.08h-.7zM.9 2.9h1v.08h-1zM3 3.5h.6v.08h-.6z',
    fill: '#fff',
    opacity: 0.22,
  },
};

/** Opacity of the pattern at night, whatever the ground. */
const nightOpacity = 0.06;

/** The pattern of the ground. `plane`: the matrix from cells to the picture. */
export function groundPattern(
  ground: Grid['ground'],
  plane: readonly number[],
): { readonly svg: string; readonly opacity: Readonly<Record<Mode, number>> } {
  const { path, fill, opacity } = marks[ground];
  const matrix = plane.map((part) => Math.round(part * 100) / 100).join(' ');
  return {
    svg: `<pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="matrix(${matrix})"><path fill="${fill}" d="${path}"/></pattern>`,
    opacity: { day: opacity, night: nightOpacity },
  };
}
