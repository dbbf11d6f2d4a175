import type { MapFrame } from '../map-frame.ts';
import { headingAt, isJump, placeAt, sampleBefore } from '../motion.ts';
import type { Run } from '../run.ts';

/** The map as a picture, and where its blocks are in it. */
export interface MapPicture {
  readonly image: HTMLImageElement;
  readonly frame: MapFrame;
  readonly blockMetres: number;
}

interface Shown {
  readonly run: Run;
  readonly colour: string;
}

type Paint = CanvasRenderingContext2D;

const halo = '#ffffff';

/** From metres on the map to units of the picture. */
const toPicture = ({ frame, blockMetres }: MapPicture, x: number, z: number): [number, number] => [
  frame.left + (frame.scale * x) / blockMetres,
  frame.top + (frame.scale * z) / blockMetres,
];

/** Prepares a canvas of `width` pixels for the picture's own units. */
function scaled(paint: Paint, map: MapPicture, width: number): void {
  paint.setTransform(width / map.frame.width, 0, 0, width / map.frame.width, 0, 0);
  paint.clearRect(0, 0, map.frame.width, map.frame.height);
}

/** Paints map, driven lines, checkpoints and respawns: all that does not move. */
export function paintGround(paint: Paint, map: MapPicture, shown: readonly Shown[], width: number): void {
  scaled(paint, map, width);
  paint.drawImage(map.image, 0, 0, map.frame.width, map.frame.height);
  paint.lineJoin = 'round';
  paint.lineCap = 'round';
  for (const { run, colour } of [...shown].reverse()) {
    const path = pathOf(run, map);
    paint.strokeStyle = halo;
    paint.lineWidth = 3;
    paint.stroke(path);
    paint.strokeStyle = colour;
    paint.lineWidth = 1.6;
    paint.stroke(path);
  }
  const [first] = shown;
  if (!first) return;
  for (const timeMs of first.run.checkpointsMs) ring(paint, map, first, timeMs);
}

/** The line up to the finish, broken where the car was put elsewhere. */
function pathOf({ line, durationMs }: Run, map: MapPicture): Path2D {
  const path = new Path2D();
  let isBroken = true;
  for (let i = 0; i < line.count && (line.timesMs[i] ?? 0) <= durationMs; i++) {
    const [x, y] = toPicture(map, line.positions[3 * i] ?? 0, line.positions[3 * i + 2] ?? 0);
    if (isBroken) path.moveTo(x, y);
    else path.lineTo(x, y);
    isBroken = i + 1 < line.count && isJump(line, i);
  }
  return path;
}

function ring(paint: Paint, map: MapPicture, { run, colour }: Shown, timeMs: number): void {
  const place = placeAt(run.line, timeMs);
  const [x, y] = toPicture(map, place.x, place.z);
  paint.beginPath();
  paint.arc(x, y, 3.2, 0, 2 * Math.PI);
  paint.fillStyle = halo;
  paint.fill();
  paint.strokeStyle = colour;
  paint.lineWidth = 1.4;
  paint.stroke();
}

/** Paints the cars at a time: triangles that point where the cars do. The first run is on top. */
export function paintCars(
  paint: Paint,
  map: MapPicture,
  shown: readonly Shown[],
  width: number,
  timeMs: number,
): void {
  scaled(paint, map, width);
  // on a narrow screen the cars would be too small to see
  const size = Math.min(20, Math.max(6, (5.5 * map.frame.width * devicePixelRatio) / width));
  for (const { run, colour } of [...shown].reverse()) {
    const at = Math.min(timeMs, run.durationMs);
    const place = placeAt(run.line, at);
    const [x, y] = toPicture(map, place.x, place.z);
    const heading = headingAt(run.line, sampleBefore(run.line, at));
    paint.save();
    paint.translate(x, y);
    paint.rotate(-heading); // from down the page, clockwise, as z points down
    paint.beginPath();
    paint.moveTo(0, size);
    paint.lineTo(-0.65 * size, -0.8 * size);
    paint.lineTo(0.65 * size, -0.8 * size);
    paint.closePath();
    paint.fillStyle = colour;
    paint.strokeStyle = halo;
    paint.lineWidth = 0.25 * size;
    paint.stroke();
    paint.fill();
    paint.restore();
  }
}
