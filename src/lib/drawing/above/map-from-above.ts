import { atNight } from '../night.ts';
import { OverheadCamera } from '../oblique/camera.ts';
import { colourOf, type Mode } from '../oblique/colours.ts';
import { groundPattern } from '../oblique/ground-pattern.ts';
import { paintDrive, planRoads } from '../oblique/paint-road.ts';
import { paintTerrain } from '../oblique/paint-terrain.ts';
import { paintThing, stacksOf } from '../oblique/paint-things.ts';
import { Picture } from '../oblique/picture.ts';
import { facePaths, faceRules, type Placement } from '../oblique/svg.ts';
import { n } from '../paths.ts';
import type { Shapes } from '../space/shape.ts';
import { type SourceTrack, spaceOf, type TrackSpace } from '../space/track-space.ts';
import { paintGateFromAbove } from './gate-from-above.ts';

/** The shape of the viewer's map; `frameOfDrawing` reads where blocks are from this head of the SVG. */
const frame = { width: 480, height: 300 };
/** Units of the paths in a cell. */
const unitsPerCell = 48;
/** Cells around the road. */
const room = 1.5;
const fewestCells = 10;

/** Maps of real tracks have up to 200,000 characters; beyond this, things and terrain are left out, and then it is an attack. */
const maxCharacters = 250_000;

/** Tracks with more driven blocks than this are drawn without things, to save time. */
const manyDrives = 2500;

interface Detail {
  readonly things: boolean;
  readonly terrain: boolean;
}
const details: readonly Detail[] = [
  { things: true, terrain: true },
  { things: false, terrain: true },
  { things: false, terrain: false },
];

/**
 * Draws a track from above as SVG, from the same surfaces as the oblique drawing: terrain, roads by height with their shadows, houses,
 * gates. Its view is in cells. It contains only numbers and colours, nothing else from the file. null: nothing is driven, or too much
 * for a real track.
 */
export function drawFromAbove(track: SourceTrack, shapes: Shapes): string | null {
  const space = spaceOf(track, shapes, true);
  if (!space) return null;
  for (const detail of space.drives.length > manyDrives ? details.slice(1) : details) {
    const svg = svgOf(space, detail);
    if (svg.length <= maxCharacters) return svg;
  }
  return null;
}

function svgOf(space: TrackSpace, detail: Detail): string {
  const { environment, grid } = space;
  const { cell } = grid;
  const picture = new Picture(new OverheadCamera(cell), cell);
  const { plan, things } = planRoads(space, true, true);
  for (const drive of space.drives) paintDrive(picture, plan, drive);
  if (detail.terrain) paintTerrain(picture, space);
  if (detail.things) for (const stack of stacksOf(things)) paintThing(picture, space, stack, true);
  for (const drive of space.drives) paintGateFromAbove(picture, drive, cell);
  const view = viewOf(space.drives);
  const placement: Placement = {
    width: view.width * unitsPerCell,
    height: view.height * unitsPerCell,
    scale: unitsPerCell / cell,
    left: -view.x * unitsPerCell,
    top: -view.z * unitsPerCell,
  };
  const { paths, classes } = facePaths(picture.faces, placement, { band: 2, leastArea: 4 });
  const pattern = groundPattern(grid.ground, [1, 0, 0, 1, 0, 0]);
  const rulesOf = (mode: Mode) =>
    `.G{fill:${colourOf(environment, grid.ground, 0, mode)}}.P{opacity:${pattern.opacity[mode]}}${faceRules(classes, environment, mode)}`;
  const ground = `x="${n(view.x)}" y="${n(view.z)}" width="${n(view.width)}" height="${n(view.height)}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${frame.width}" height="${frame.height}" viewBox="${n(view.x)} ${n(view.z)} ${n(view.width)} ${n(view.height)}">`,
    `<style>path{stroke-width:1;stroke-linejoin:round}${rulesOf('day')}${atNight}{${rulesOf('night')}}</style>`,
    `<defs>${pattern.svg}</defs>`,
    `<rect class="G" ${ground}/><rect class="P" ${ground} fill="url(#p)"/>`,
    `<g transform="translate(${n(view.x)} ${n(view.z)}) scale(${1 / unitsPerCell})">${paths}</g></svg>`,
  ].join('');
}

/** The part of the map that is drawn, in cells: what is driven with some room, in the shape of the frame. */
function viewOf(drives: TrackSpace['drives']) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { strips } of drives)
    for (const [x, , z] of strips.flat(2)) {
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, z);
      bottom = Math.max(bottom, z);
    }
  const across = Math.max(fewestCells, right - left + 2 * room);
  const down = Math.max(fewestCells, bottom - top + 2 * room);
  const width = Math.max(across, (down * frame.width) / frame.height);
  const height = (width * frame.height) / frame.width;
  return { x: (left + right - width) / 2, z: (top + bottom - height) / 2, width, height };
}
