import type { MapFrame } from './map-frame.ts';

/** The part of the map that is shown: how much it is enlarged, and its centre in units of the picture. */
export interface Camera {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
  /** the number of the run that it follows */
  readonly follows: number | null;
}

export const wholeMap: Camera = { zoom: 1, x: 0, y: 0, follows: null };
const largestZoom = 8;
/** In which a followed car is seen with the road ahead. */
const followingZoom = 4;

type Size = Pick<MapFrame, 'width' | 'height'>;

/** The camera moved, so that it shows nothing outside of the picture. */
export function within(camera: Camera, { width, height }: Size): Camera {
  const inside = (at: number, size: number) => {
    const half = size / 2 / camera.zoom;
    return Math.min(size - half, Math.max(half, at));
  };
  return { ...camera, x: inside(camera.x, width), y: inside(camera.y, height) };
}

/** Enlarges by a factor around the centre. The map is never smaller than its frame. */
export function zoomed(camera: Camera, factor: number, size: Size): Camera {
  const zoom = Math.min(largestZoom, Math.max(1, camera.zoom * factor));
  return within({ ...within(camera, size), zoom, follows: zoom === 1 ? null : camera.follows }, size);
}

/** Follows a run; shows the whole map again if it already does. */
export const following = (camera: Camera, run: number): Camera =>
  camera.follows === run ? wholeMap : { ...camera, follows: run, zoom: Math.max(camera.zoom, followingZoom) };
