import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { type Camera, within, zoomed } from '../camera.ts';
import type { Stretch } from '../faster.ts';
import type { Run } from '../run.ts';
import {
  linesOf,
  type MapPicture,
  paintCars,
  paintGround,
  placeInPicture,
  rasterised,
  unitsPerPixel,
} from './paint-map.ts';
import type { Playback } from './playback.ts';
import { coloursIn, isDark, RunColours } from './RunColours.tsx';
import { sized, usePixelWidth, useThemeChanges } from './use-canvas.ts';
import { type MoveCamera, useMapGestures } from './use-map-gestures.ts';
import { useMapImage } from './use-map-image.ts';

export const zoomStep = 1.6;

interface Props {
  /** null: not loaded yet */
  map: MapPicture | null;
  runs: readonly Run[];
  /** who was faster where, if that is shown */
  stretches: readonly Stretch[] | null;
  playback: Playback;
  camera: Camera;
  move: MoveCamera;
  fullScreen: { readonly isOn: boolean; toggle(): void } | null;
  /** what stands before the buttons of the map */
  children: ReactNode;
}

/** The map with the driven lines; the cars move on a canvas above it. */
export function MapView({ map, runs, stretches, playback, camera, move, fullScreen, children }: Props) {
  const box = useRef<HTMLElement>(null);
  const ground = useRef<HTMLCanvasElement>(null);
  const cars = useRef<HTMLCanvasElement>(null);
  /** what is shown, also while it follows a run */
  const shown = useRef(camera);
  const raster = useRef<HTMLCanvasElement>(null);
  const width = usePixelWidth(box);
  const theme = useThemeChanges();
  const [isNight, setNight] = useState(false);
  const image = useMapImage(map, isNight);
  const isPinched = useMapGestures(box, map?.frame ?? null, move);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme changes what is read from the page
  useEffect(() => setNight(isDark(coloursIn(box.current).edge)), [theme]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an image has its own pixels
  useEffect(() => {
    raster.current = null;
  }, [image]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours are read again when the theme changes
  useEffect(() => {
    if (width === 0 || !map || !image) return undefined;
    const height = (width * map.frame.height) / map.frame.width;
    const scene = { map, runs, stretches, width, colours: coloursIn(box.current) };
    const below = sized(ground.current, width, height);
    const above = sized(cars.current, width, height);
    if (!below || !above) return undefined;
    const lines = linesOf(scene, unitsPerPixel(scene, camera));
    if (camera.zoom > 1) raster.current ??= rasterised(image, map.frame);
    const picture = camera.zoom > 1 && raster.current ? raster.current : image;
    const followed = camera.follows === null ? undefined : runs[camera.follows];
    const aimed = () =>
      within(followed ? { ...camera, ...placeInPicture(map, followed, playback.timeMs) } : camera, map.frame);
    if (!followed) paintGround(below, scene, lines, picture, aimed());
    return playback.listen(() => {
      const now = aimed();
      shown.current = now;
      if (followed) paintGround(below, scene, lines, picture, now);
      paintCars(above, scene, now, playback.timeMs);
    });
  }, [map, image, runs, stretches, playback, camera, width, theme]);
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (event.buttons !== 1 || isPinched.current || !map || camera.zoom === 1) return;
    const unit = map.frame.width / (event.currentTarget.clientWidth * camera.zoom);
    const { x, y, zoom: nearness } = shown.current;
    const dragged = {
      zoom: nearness,
      x: x - event.movementX * unit,
      y: y - event.movementY * unit,
      follows: null,
    };
    const next = within(dragged, map.frame);
    shown.current = next;
    move(() => next);
  };
  const zoom = (factor: number) => map && move((from) => zoomed(from, factor, map.frame));
  return (
    <div className="rv__mapbox js-only">
      <figure
        className={camera.zoom > 1 ? 'rv__map rv__map--near' : 'rv__map'}
        ref={box}
        aria-label="Map"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: with the focus, the wheel zooms
        tabIndex={0}
        onPointerMove={drag}
      >
        <RunColours />
        <canvas ref={ground} />
        <canvas ref={cars} />
        {runs.length === 0 && (
          <p className="rv__loading" role="status">
            Loading…
          </p>
        )}
        <p className="sr">The track from above with the driven lines. The tables below contain the times.</p>
      </figure>
      <div className="rv__maptools">
        {children}
        <button type="button" className="btn btn--icon" onClick={() => zoom(zoomStep)} aria-label="Zoom in">
          <Icon name="plus" />
        </button>
        <button
          type="button"
          className="btn btn--icon"
          onClick={() => zoom(1 / zoomStep)}
          disabled={camera.zoom === 1}
          aria-label="Zoom out"
        >
          <Icon name="minus" />
        </button>
        {fullScreen && (
          <button type="button" className="btn" aria-pressed={fullScreen.isOn} onClick={fullScreen.toggle}>
            Full screen
          </button>
        )}
      </div>
    </div>
  );
}
