import { useEffect, useRef } from 'react';
import type { Run } from '../run.ts';
import { type MapPicture, paintCars, paintGround } from './paint-map.ts';
import type { Playback } from './playback.ts';
import { coloursIn, RunColours } from './RunColours.tsx';
import { sized, usePixelWidth, useThemeChanges } from './use-canvas.ts';

interface Props {
  map: MapPicture;
  runs: readonly Run[];
  playback: Playback;
}

/** The map with the driven lines; the cars move on a canvas above it. */
export function MapView({ map, runs, playback }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const ground = useRef<HTMLCanvasElement>(null);
  const cars = useRef<HTMLCanvasElement>(null);
  const width = usePixelWidth(box);
  const theme = useThemeChanges();
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours are read again when the theme changes
  useEffect(() => {
    if (width === 0) return undefined;
    const height = (width * map.frame.height) / map.frame.width;
    const colours = coloursIn(box.current);
    const shown = runs.map((run, i) => ({ run, colour: colours[i] ?? '' }));
    const below = sized(ground.current, width, height);
    const above = sized(cars.current, width, height);
    if (below) paintGround(below, map, shown, width);
    return playback.listen(() => above && paintCars(above, map, shown, width, playback.timeMs));
  }, [map, runs, playback, width, theme]);
  return (
    <div className="rv__map" ref={box}>
      <RunColours />
      <canvas ref={ground} />
      <canvas ref={cars} />
      <p className="sr">The track from above with the driven lines. The tables below contain the times.</p>
    </div>
  );
}
