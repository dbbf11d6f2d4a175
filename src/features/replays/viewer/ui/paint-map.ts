import type { Camera } from '../camera.ts';
import type { Stretch } from '../faster.ts';
import type { MapFrame } from '../map-frame.ts';
import { headingAt, placeAt, sampleBefore } from '../motion.ts';
import type { Run } from '../run.ts';
import { timeAtDistance } from '../track-line.ts';
import type { Colours } from './RunColours.tsx';

/** The map as SVG, and where its blocks are in it. */
export interface MapPicture {
  readonly svg: string;
  readonly frame: MapFrame;
  readonly blockMetres: number;
}

/** What is painted: the runs, and in a duel who was faster where. */
export interface Scene {
  readonly map: MapPicture;
  readonly runs: readonly Run[];
  readonly stretches: readonly Stretch[] | null;
  readonly colours: Colours;
  /** of the canvas, in pixels of the screen */
  readonly width: number;
}

type Paint = CanvasRenderingContext2D;

/** Sizes in pixels of the page, which do not grow with the map. */
const lineWidth = 2.2;
const edgeWidth = 1.2;
const betweenLines = 2.8;
/** Of all lines side by side. */
const widestBundle = 14;
const carSize = 9;

/** From metres on the map to units of the picture. */
const toPicture = ({ frame, blockMetres }: MapPicture, x: number, z: number): [number, number] => [
  frame.left + (frame.scale * x) / blockMetres,
  frame.top + (frame.scale * z) / blockMetres,
];

/** Units of the picture for each pixel of the page. */
export const unitsPerPixel = ({ map, width }: Scene, { zoom }: Camera): number =>
  (map.frame.width * devicePixelRatio) / (width * zoom);

/** How far a run is beside the way, so that equal runs are lines next to each other. */
const beside = ({ runs }: Scene, number: number, unit: number): number =>
  (number - (runs.length - 1) / 2) * Math.min(betweenLines, widestBundle / runs.length) * unit;

/** Where a followed car is in the picture. */
export function placeInPicture(map: MapPicture, run: Run, timeMs: number): { x: number; y: number } {
  const { x, z } = placeAt(run.line, Math.min(timeMs, run.durationMs));
  const [left, top] = toPicture(map, x, z);
  return { x: left, y: top };
}

/** Clears a canvas and prepares it for the units of the picture. */
function aim(paint: Paint, { map: { frame }, width }: Scene, { zoom, x, y }: Camera): void {
  const scale = (width / frame.width) * zoom;
  const height = (width * frame.height) / frame.width;
  paint.setTransform(1, 0, 0, 1, 0, 0);
  paint.clearRect(0, 0, width, Math.ceil(height));
  paint.setTransform(scale, 0, 0, scale, width / 2 - scale * x, height / 2 - scale * y);
}

/** Lines on the map with their colours. They depend on the zoom, as their distance is one on the screen. */
export type MapLines = readonly {
  readonly path: Path2D;
  readonly colour: string;
  readonly isWide: boolean;
}[];

/** The driven lines, the first on top; in a duel one line in the colour of the faster run. */
export function linesOf(scene: Scene, unit: number): MapLines {
  const { runs, stretches, colours, map } = scene;
  const [first] = runs;
  if (stretches && first) {
    const colourOf = { first: colours.runs[0] ?? '', second: colours.runs[1] ?? '', none: colours.ink };
    return stretches.map(({ from, to, faster }) => ({
      path: pathOf(first, map, timeAtDistance(first.track, from), timeAtDistance(first.track, to)),
      colour: colourOf[faster ?? 'none'],
      isWide: true,
    }));
  }
  return runs
    .map((run, i) => ({
      path: pathOf(run, map, 0, run.durationMs, beside(scene, i, unit)),
      colour: colours.runs[i] ?? '',
      isWide: false,
    }))
    .reverse();
}

/** Paints map, lines and checkpoints: all that does not move. */
export function paintGround(
  paint: Paint,
  scene: Scene,
  lines: MapLines,
  picture: CanvasImageSource,
  camera: Camera,
): void {
  const { frame } = scene.map;
  const unit = unitsPerPixel(scene, camera);
  aim(paint, scene, camera);
  paint.drawImage(picture, 0, 0, frame.width, frame.height);
  paint.lineJoin = 'round';
  paint.lineCap = 'round';
  const stroke = ({ path, isWide }: MapLines[number], colour: string, more: number) => {
    paint.strokeStyle = colour;
    paint.lineWidth = ((isWide ? 2 * lineWidth : lineWidth) + more) * unit;
    paint.stroke(path);
  };
  // all edges are below all lines, which are next to each other
  for (const line of lines) stroke(line, scene.colours.edge, 2 * edgeWidth);
  for (const line of lines) stroke(line, line.colour, 0);
  const [first] = scene.runs;
  if (first)
    for (const [at, timeMs] of first.checkpointsMs.entries()) ring(paint, scene, first, timeMs, at, unit);
}

/** Between the points of a painted line, in points of the run. */
const step = 5;

/**
 * A part of a run between two times, broken where the car was put elsewhere, and `aside` units of the picture to the right of
 * where it was driven.
 */
function pathOf({ track }: Run, map: MapPicture, fromMs: number, toMs: number, aside = 0): Path2D {
  const path = new Path2D();
  const last = Math.min(track.count - 1, Math.ceil(toMs / track.stepMs));
  const at = (i: number) => toPicture(map, track.points[3 * i] ?? 0, track.points[3 * i + 2] ?? 0);
  let isBroken = true;
  let [right, down] = [0, 0];
  for (let i = Math.floor(fromMs / track.stepMs); ; i = Math.min(i + step, last)) {
    const [x, y] = at(i);
    const isLast = i >= last || track.jumps.subarray(i + 1, i + step + 1).includes(1);
    const [nextX, nextY] = isLast ? [x, y] : at(Math.min(i + step, last));
    const length = Math.hypot(nextX - x, nextY - y);
    // a car that does not move stays on its side
    if (length > 0.01) [right, down] = [-(nextY - y) / length, (nextX - x) / length];
    if (isBroken) path.moveTo(x + aside * right, y + aside * down);
    else path.lineTo(x + aside * right, y + aside * down);
    isBroken = isLast;
    if (i >= last) return path;
  }
}

/** A disc with the number of the checkpoint that a run passes at a time; the last one is the finish, which has none. */
function ring(
  paint: Paint,
  { map, colours }: Scene,
  run: Run,
  timeMs: number,
  at: number,
  unit: number,
): void {
  const { x, y } = placeInPicture(map, run, timeMs);
  const isFinish = at === run.checkpointsMs.length - 1 && timeMs === run.durationMs;
  paint.beginPath();
  paint.arc(x, y, (isFinish ? 4.5 : 8) * unit, 0, 2 * Math.PI);
  paint.fillStyle = colours.edge;
  paint.fill();
  paint.strokeStyle = colours.ink;
  paint.lineWidth = 1.6 * unit;
  paint.stroke();
  if (isFinish) return;
  paint.fillStyle = colours.ink;
  paint.font = `700 ${(at < 9 ? 11 : 9) * unit}px ${fontOf(paint.canvas)}`;
  paint.textAlign = 'center';
  paint.textBaseline = 'middle';
  paint.fillText(String(at + 1), x, y + 0.5 * unit);
}

const fontOf = (canvas: HTMLCanvasElement): string => getComputedStyle(canvas).fontFamily;

/** Paints the cars at a time: triangles that point where the cars do. The first run is on top. */
export function paintCars(paint: Paint, scene: Scene, camera: Camera, timeMs: number): void {
  aim(paint, scene, camera);
  const unit = unitsPerPixel(scene, camera);
  const size = carSize * unit * Math.sqrt(camera.zoom);
  for (const [i, run] of [...scene.runs.entries()].reverse()) {
    const at = Math.min(timeMs, run.durationMs);
    const { x, y } = placeInPicture(scene.map, run, at);
    const heading = headingAt(run.line, sampleBefore(run.line, at));
    const aside = beside(scene, i, unit);
    paint.save();
    paint.translate(x - aside * Math.cos(heading), y + aside * Math.sin(heading));
    paint.rotate(-heading); // from down the page, clockwise, as z points down
    paint.beginPath();
    paint.moveTo(0, size);
    paint.lineTo(-0.65 * size, -0.8 * size);
    paint.lineTo(0.65 * size, -0.8 * size);
    paint.closePath();
    paint.fillStyle = scene.colours.runs[i] ?? '';
    paint.strokeStyle = scene.colours.edge;
    paint.lineWidth = 0.3 * size;
    paint.stroke();
    paint.fill();
    paint.restore();
  }
}

const largestRaster = 4096;

/** The picture in pixels, for painting it again with each frame. */
export function rasterised(image: CanvasImageSource, frame: MapFrame): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = largestRaster;
  canvas.height = Math.round((largestRaster * frame.height) / frame.width);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}
