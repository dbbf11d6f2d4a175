import type { EnvironmentName, PlacedBlock } from './block.ts';
import { roadLayers } from './layers.ts';
import { groundOf, marks as markColours, sceneryOpacity, type Terrain, terrainColours } from './palette.ts';
import { cellsPath, n } from './paths.ts';
import { type Mark, type Plan, planOf, side } from './plan.ts';

/** Drawings of real maps take 5 KB, the largest of hundreds 20 KB; anything beyond this is an attack. */
const maxCharacters = 200_000;
const minCells = 10;
/** The aspect ratio of a tile; in other frames the ground around the map continues. */
const frame = { width: 480, height: 300 };
/** Ground around the map, for frames of another shape. */
const around = 2000;

/**
 * Draws a track from above as SVG: ground, road by height, start, checkpoints and finish. x points right and z down, which
 * is the true view. The drawing contains only numbers from the file, no text. Returns null if there is nothing to draw or
 * too much for a real track.
 */
export function drawMap(blocks: Iterable<PlacedBlock>, environment: EnvironmentName): string | null {
  const plan = planOf(blocks, environment);
  if (!plan) return null;
  const full = svgOf(plan, true);
  if (full.length <= maxCharacters) return full;
  const plain = svgOf(plan, false);
  return plain.length <= maxCharacters ? plain : null;
}

function svgOf(plan: Plan, withGround: boolean): string {
  const { left, top, right, bottom } = plan.box;
  const width = Math.max(minCells, right - left + 2);
  const height = Math.max(minCells, bottom - top + 2);
  const x = (left + right - width) / 2;
  const z = (top + bottom - height) / 2;
  const pixel = Math.max(width / 256, height / 160); // one pixel in a picture of 256 × 160
  const edge = Math.max(0.05, 1.2 * pixel);
  const ground = terrainColours[groundOf[plan.environment]];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${frame.width}" height="${frame.height}" viewBox="${n(x)} ${n(z)} ${n(width)} ${n(height)}" preserveAspectRatio="xMidYMid meet">`,
    `<style>.e{fill:none;stroke:${markColours.edge};stroke-width:${n(edge)};stroke-linecap:square}</style>`,
    `<path fill="${ground}" d="M${-around} ${-around}h${2 * around + side}v${2 * around + side}h${-2 * around - side}z"/>`,
    withGround ? groundLayers(plan) : '',
    roadLayers(plan, edge),
    plan.marks.map((mark) => drawMark(mark, Math.max(0.45, 7 * pixel))).join(''),
    '</svg>',
  ].join('');
}

function groundLayers({ environment, terrain, scenery, tops }: Plan): string {
  const kinds = new Map<Terrain, number[]>();
  for (const [cell, kind] of terrain) {
    if (kind === groundOf[environment]) continue;
    const cells = kinds.get(kind);
    if (cells) cells.push(cell);
    else kinds.set(kind, [cell]);
  }
  const layers = [...kinds].map(
    ([kind, cells]) => `<path fill="${terrainColours[kind]}" d="${cellsPath(cells)}"/>`,
  );
  const dots = [...scenery].filter((cell) => !tops.has(cell));
  if (dots.length > 0) {
    const path = dots
      .sort((a, b) => a - b)
      .map((cell) => `M${n((cell % side) + 0.2)} ${n(Math.floor(cell / side) + 0.2)}h.6v.6h-.6z`);
    layers.push(`<path opacity="${sceneryOpacity}" d="${path.join('')}"/>`);
  }
  return layers.join('');
}

/** Marks differ in shape, not only in colour: start arrow, checkpoint bar, chequered finish; multilap has disc and arrow. */
function drawMark({ waypoint, x, z, direction }: Mark, size: number): string {
  const { start, checkpoint, finish, rim } = markColours;
  const s = n(size);
  const stroke = `stroke="${rim}" stroke-width="${n(size * 0.22)}"`;
  const squares = `<path fill="${rim}" d="M${n(-size * 0.42)} ${n(-size * 0.42)}h${n(size * 0.42)}v${n(size * 0.84)}h${n(size * 0.42)}v${n(-size * 0.42)}h${n(-size * 0.84)}z"/>`;
  const arrow = `<path fill="${start}" ${stroke} stroke-linejoin="round" d="M${n(-size)} ${n(-size * 0.7)}h${n(2 * size)}l${n(-size)} ${n(1.6 * size)}z"/>`;
  const shapes = {
    start: arrow,
    checkpoint: `<path fill="${checkpoint}" ${stroke} d="M${n(-1.3 * size)} ${n(-size * 0.32)}h${n(2.6 * size)}v${n(size * 0.64)}h${n(-2.6 * size)}z"/>`,
    finish: `<circle r="${s}" fill="${finish}" ${stroke}/>${squares}`,
    multilap: `<circle r="${s}" fill="${start}" ${stroke}/>${squares}`,
  };
  return `<g transform="translate(${n(x)} ${n(z)}) rotate(${(direction & 3) * 90})">${shapes[waypoint]}</g>`;
}
