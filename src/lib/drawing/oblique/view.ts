import type { Point } from '../space/grid.ts';
import type { Camera, OnScreen } from './camera.ts';
import type { Placement } from './svg.ts';

/** The frame of every hero, in whose units lines are drawn over it. */
export const heroFrame = { width: 1600, height: 800 } as const;

/**
 * Where points of a track are in its hero: x and y of the origin, of a metre along x, of a metre up, and of a metre along z. An
 * array, because that is how it is stored.
 */
export type View = readonly number[];

/** The view of a hero, in the units of its frame even if it was drawn in others. */
export function viewOf(camera: Camera, cell: number, placement: Placement): View {
  const toFrame = heroFrame.width / placement.width;
  const at = (point: Point): OnScreen => {
    const [x, y] = camera.screen(point);
    return [
      (x * placement.scale + placement.left) * toFrame,
      (y * placement.scale + placement.top) * toFrame,
    ];
  };
  const origin = at([0, 0, 0]);
  const metres: Point[] = [
    [1 / cell, 0, 0],
    [0, 1, 0],
    [0, 0, 1 / cell],
  ];
  return [origin, ...metres.map(at).map(([x, y]) => [x - origin[0], y - origin[1]])].flat();
}

/** A point of a track, in metres, in the frame of its hero. */
export function inView(view: View, x: number, up: number, z: number): OnScreen {
  const [x0 = 0, y0 = 0, xx = 0, xy = 0, ux = 0, uy = 0, zx = 0, zy = 0] = view;
  return [x0 + x * xx + up * ux + z * zx, y0 + x * xy + up * uy + z * zy];
}
