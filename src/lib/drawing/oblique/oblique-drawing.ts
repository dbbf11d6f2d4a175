import { atNight } from '../night.ts';
import { checkpointOrder, orderOfRun } from '../space/checkpoint-order.ts';
import { splitFarGroups } from '../space/far-groups.ts';
import { between, type Point } from '../space/grid.ts';
import type { Shapes } from '../space/shape.ts';
import { type SourceTrack, spaceOf, type TrackSpace } from '../space/track-space.ts';
import { bestTurn, type Camera, ObliqueCamera, type OnScreen } from './camera.ts';
import { colourOf, type Mode } from './colours.ts';
import { numberOnDisc } from './digits.ts';
import { groundPattern } from './ground-pattern.ts';
import { gateKinds, paintGate } from './paint-gates.ts';
import { paintDrive, planRoads } from './paint-road.ts';
import { paintTerrain } from './paint-terrain.ts';
import { paintThing, stacksOf } from './paint-things.ts';
import { Picture } from './picture.ts';
import { facePaths, faceRules, isInside, linePath, type Placement, placed } from './svg.ts';
import { heroFrame, type View, viewOf } from './view.ts';

/** Increased when the same blocks would be drawn differently, so that stored drawings are replaced. */
export const drawingRevision = 7;

/** A tile stands in lists, the hero at the top of a page. */
export type PictureKind = 'hero' | 'tile';

interface Settings {
  readonly width: number;
  readonly height: number;
  readonly isFine: boolean;
  /** metres of height that are drawn in one go: the fewer, the more exact and the larger */
  readonly band: number;
  /** faces below this many square units are left out */
  readonly leastArea: number;
  /** cells of room around the road */
  readonly room: number;
  readonly discRadius: number;
}

const kinds: Readonly<Record<PictureKind, Settings>> = {
  hero: { ...heroFrame, isFine: true, band: 3, leastArea: 1, room: 1.1, discRadius: 15 },
  tile: { width: 640, height: 400, isFine: false, band: 6, leastArea: 3, room: 0.8, discRadius: 13 },
};

/** What is left out, step by step, until the picture is small enough. */
interface Detail {
  readonly trees: boolean;
  readonly shadows: boolean;
  readonly buildings: boolean;
  readonly terrain: boolean;
  /** of the units in which it is drawn */
  readonly scale: number;
}
const details: readonly Detail[] = [
  { trees: true, shadows: true, buildings: true, terrain: true, scale: 1 },
  { trees: false, shadows: true, buildings: true, terrain: true, scale: 1 },
  { trees: false, shadows: false, buildings: true, terrain: true, scale: 1 },
  { trees: false, shadows: false, buildings: false, terrain: true, scale: 1 },
  { trees: false, shadows: false, buildings: false, terrain: true, scale: 0.625 },
  { trees: false, shadows: false, buildings: false, terrain: false, scale: 0.625 },
  { trees: false, shadows: false, buildings: false, terrain: false, scale: 0.4 },
];

/** Tracks with more driven blocks than this are drawn without details from the start, to save time. */
const manyDrives = 2500;
const plainFrom = 3;

/** The largest drawings of real tracks have 250,000 characters; anything beyond this is an attack. */
const maxCharacters = 1_000_000;

/** How large a picture may be. */
interface Limit {
  readonly bytesOf: (svg: string) => number;
  readonly bytes: number;
}

/** A picture as SVG, and where points of the track are in it. */
export interface ObliqueDrawing {
  readonly svg: string;
  readonly view: View;
}

/**
 * Draws a track seen from 33° above the horizon as SVG: terrain, roads with their heights, supports, houses, gates and numbered
 * checkpoints. In a page that is dark it is night. Beyond the limit of bytes it leaves out details. It contains only numbers and
 * colours, nothing else from the file. `passes`: where a run was at its checkpoint times, in metres, which numbers the checkpoints;
 * without it, a walk along the road guesses their order. null: nothing is driven, or too much for a real track.
 */
export function drawOblique(
  track: SourceTrack,
  shapes: Shapes,
  kind: PictureKind,
  limit: Limit,
  passes: readonly Point[] = [],
): ObliqueDrawing | null {
  const settings = kinds[kind];
  const space = spaceOf(track, shapes, settings.isFine);
  if (!space) return null;
  const camera = new ObliqueCamera(bestTurn(space), space.size, space.grid.cell);
  const numbers = orderOfRun(space, passes) ?? checkpointOrder(space);
  let drawing: ObliqueDrawing | null = null;
  for (let at = space.drives.length > manyDrives ? plainFrom : 0; at < details.length; at++) {
    const detail = details[at];
    if (!detail) break;
    drawing = draw(space, camera, numbers, settings, detail);
    const bytes = limit.bytesOf(drawing.svg);
    if (bytes <= limit.bytes && drawing.svg.length <= maxCharacters) return drawing;
    // far too large: the next step alone would not do
    if (bytes > 1.6 * limit.bytes) at += bytes > 3 * limit.bytes ? 2 : 1;
  }
  return drawing && drawing.svg.length <= maxCharacters ? drawing : null;
}

interface Label {
  readonly at: Point;
  readonly number: number | null;
  readonly kind: string;
}

function draw(
  space: TrackSpace,
  camera: Camera,
  order: ReturnType<typeof checkpointOrder>,
  settings: Settings,
  detail: Detail,
): ObliqueDrawing {
  const { cell } = space.grid;
  const { isFine } = settings;
  const picture = new Picture(camera, cell);
  const { plan, things } = planRoads(space, isFine, detail.shadows);
  const { near, far } = splitFarGroups(space.drives);
  for (const drive of near) paintDrive(picture, plan, drive);
  const placement = placementOf(space, picture, settings, detail.scale);
  for (const drive of far) paintDrive(picture, plan, drive);
  if (detail.terrain) paintTerrain(picture, space);
  for (const stack of stacksOf(things)) {
    const { form } = stack.shape;
    if (!isFine && (form === 'mast' || form === 'rock')) continue;
    if (!detail.trees && (form === 'tree' || form === 'patch')) continue;
    if (!detail.buildings && (form === 'box' || form === 'solid' || form === 'post' || form === 'canopy'))
      continue;
    paintThing(picture, space, stack, isFine);
  }
  const numbers = new Map(order.map((drive, index) => [drive, index + 1]));
  const labels: Label[] = [];
  for (const drive of space.drives) {
    if (!gateKinds.has(drive.shape.kind)) continue;
    const at = paintGate(picture, drive, cell, isFine);
    if (at) labels.push({ at, number: numbers.get(drive) ?? null, kind: drive.shape.kind });
  }
  const svg = svgOf(space, picture, labels, placement, settings);
  return { svg, view: viewOf(camera, cell, placement) };
}

/** The picture fits the track, and not what lies far from it; what stands behind gets some room. */
function placementOf(
  { grid, things, drives }: TrackSpace,
  { faces, camera }: Picture,
  settings: Settings,
  scale: number,
): Placement {
  const [width, height] = [settings.width * scale, settings.height * scale];
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { points, material } of faces) {
    if (material === 'shadow') continue;
    for (const [x, y] of points) {
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  if (drives.length === 0 || left > right) [left, top, right, bottom] = [0, 0, grid.cell, grid.cell];
  let behind = 0;
  for (const { block, shape } of things) {
    if (shape.form !== 'solid' && shape.form !== 'box') continue;
    const [x, y] = camera.screen([block.x + 0.5, (block.y + shape.height) * grid.step, block.z + 0.5]);
    if (x > left && x < right) behind = Math.max(behind, Math.min(top - y, (bottom - top) * 0.2));
  }
  const room = 2 * grid.cell * settings.room;
  const head = height * 0.07; // for the number above the highest gate
  const fit = Math.min(
    width / (right - left + room),
    (height - head) / (bottom - top + behind + room),
    width / (grid.cell * 9),
  );
  return {
    width,
    height,
    scale: fit,
    left: width / 2 - ((left + right) / 2) * fit,
    top: (height + head) / 2 - ((top - behind + bottom) / 2) * fit,
  };
}

/** Lights of gates at night. */
const glows: Readonly<Record<string, string>> = {
  start: '#3fe08a',
  multilap: '#3fe08a',
  checkpoint: '#5aa8ff',
  finish: '#ff7a6a',
};

function svgOf(
  { environment, grid, drives }: TrackSpace,
  { faces, camera }: Picture,
  labels: readonly Label[],
  placement: Placement,
  { isFine, band, leastArea, ...settings }: Settings,
): string {
  const { width, height } = placement;
  const discRadius = Math.round((settings.discRadius * width) / settings.width);
  const { paths, classes } = facePaths(faces, placement, { band, leastArea });
  const place = (point: Point): OnScreen => placed(camera.screen(point), placement);
  const lanes = isFine ? laneLines(drives, place, placement) : '';
  const shown = labels.filter(({ at }) => isInside(camera.screen(at), placement));
  const glow = shown.map(({ at, kind }) => {
    const [x, y] = place(at);
    return `<circle cx="${x}" cy="${y + discRadius}" r="${isFine ? 70 : 34}" fill="url(#${kind})"/>`;
  });
  const used = new Set(shown.map(({ kind }) => kind));
  const gradients = Object.entries(glows)
    .filter(([kind]) => used.has(kind))
    .map(
      ([kind, colour]) =>
        `<radialGradient id="${kind}"><stop stop-color="${colour}" stop-opacity=".55"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`,
    );
  const discs = shown.flatMap(({ at, number }) => {
    if (number === null) return [];
    const [x, y] = place(at);
    return [numberOnDisc(number, x, y, discRadius)];
  });
  const [zero, alongX, alongZ] = [place([0, 0, 0]), place([1, 0, 0]), place([0, 0, 1])];
  const pattern = groundPattern(grid.ground, [
    alongX[0] - zero[0],
    alongX[1] - zero[1],
    alongZ[0] - zero[0],
    alongZ[1] - zero[1],
    zero[0],
    zero[1],
  ]);
  const groundRule = (mode: Mode) =>
    `.G{fill:${colourOf(environment, grid.ground, 0, mode)}}.P{opacity:${pattern.opacity[mode]}}.L{opacity:${mode === 'day' ? 0.55 : 0.4}}`;
  const style = [
    'path{stroke-width:1;stroke-linejoin:round}',
    '.L{fill:none;stroke:#fff;stroke-width:1.6;stroke-dasharray:7 9}',
    '.N circle{fill:#1f6fd0;stroke:#fff;stroke-width:2}.N path{fill:none;stroke:#fff}.W{display:none}',
    groundRule('day'),
    faceRules(classes, environment, 'day'),
    `${atNight}{.W{display:inline}${groundRule('night')}${faceRules(classes, environment, 'night')}}`,
  ].join('');
  const frame = `width="${width}" height="${height}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${frame} viewBox="0 0 ${width} ${height}"><style>${style}</style>`,
    `<defs>${gradients.join('')}${pattern.svg}</defs>`,
    `<rect class="G" ${frame}/><rect class="P" ${frame} fill="url(#p)"/>`,
    paths,
    lanes ? `<path class="L" d="${lanes}"/>` : '',
    glow.length > 0 ? `<g class="W">${glow.join('')}</g>` : '',
    discs.length > 0 ? `<g class="N">${discs.join('')}</g>` : '',
    '</svg>',
  ].join('');
}

/** The middles of lanes, drawn over everything: where a hill or a house hides the road, one still sees it run. */
function laneLines(
  drives: TrackSpace['drives'],
  place: (point: Point) => OnScreen,
  { width, height }: Placement,
): string {
  const isLane = new Set(['lane', 'auto', 'wide']);
  return drives
    .filter(({ shape }) => isLane.has(shape.form))
    .flatMap(({ strips }) => strips)
    .map((strip) => strip.map(([left, right]) => place(between(left, right))))
    .filter((line) => line.some(([x, y]) => x > 0 && y > 0 && x < width && y < height))
    .map(linePath)
    .join('');
}
