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

/** A place in the frame: units of the picture from the centre of the frame, whatever the zoom. */
export interface Place {
  readonly right: number;
  readonly down: number;
}
const centre: Place = { right: 0, down: 0 };

/** Enlarges by a factor around the centre. The map is never smaller than its frame. */
export const zoomed = (camera: Camera, factor: number, size: Size): Camera =>
  pinched(camera, factor, centre, centre, size);

/** Enlarges by a factor so that what was at one place of the frame is at another. A followed run stays in the centre. */
export function pinched(camera: Camera, factor: number, from: Place, to: Place, size: Size): Camera {
  const before = within(camera, size);
  const zoom = Math.min(largestZoom, Math.max(1, before.zoom * factor));
  const follows = zoom === 1 ? null : before.follows;
  if (follows !== null) return within({ ...before, zoom }, size);
  const x = before.x + from.right / before.zoom - to.right / zoom;
  const y = before.y + from.down / before.zoom - to.down / zoom;
  return within({ zoom, x, y, follows }, size);
}

/** Shares of the frame by which a key moves the map. */
const keyShare = 0.2;

/** Moves the view by a key: -1 left or up, 1 right or down. It then follows nothing. */
export function moved(camera: Camera, right: -1 | 0 | 1, down: -1 | 0 | 1, size: Size): Camera {
  const { zoom, x, y } = within(camera, size);
  const step = (keyShare * size.height) / zoom;
  return within({ zoom, x: x + right * step, y: y + down * step, follows: null }, size);
}

/** By how much a turn of the wheel enlarges; a pinch on a touchpad is a wheel with Ctrl and small turns. */
export function wheelFactor(
  { deltaY, deltaMode, ctrlKey }: Pick<WheelEvent, 'deltaY' | 'deltaMode' | 'ctrlKey'>,
  longest: number,
): number {
  const pixels = deltaMode === 0 ? deltaY : deltaY * (deltaMode === 1 ? 20 : 300);
  const factor = Math.exp(-pixels * (ctrlKey && Math.abs(pixels) < 30 ? 0.012 : 0.003));
  return Math.min(longest, Math.max(1 / longest, factor));
}

/** Follows a run; shows the whole map again if it already does. */
export const following = (camera: Camera, run: number): Camera =>
  camera.follows === run ? wholeMap : { ...camera, follows: run, zoom: Math.max(camera.zoom, followingZoom) };
