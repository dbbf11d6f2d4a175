import type { OnScreen } from './camera.ts';
import { heroFrame } from './view.ts';

/** The colours of the line: those of tracks' pages. */
const line = { edge: '#14181f', middle: '#ffd23d', edgeWidth: 15, middleWidth: 7, car: 30 } as const;
/** Units of room around the line. */
const room = 60;
/** As near as a picture comes to a short line. */
const leastWidth = 700;

/**
 * The part of a hero around the line of a run, with the line over it, as SVG of this size. `points`: in the frame of the hero. null if
 * this is not the SVG of a hero.
 */
export function pictureOfRun(
  hero: string,
  points: readonly OnScreen[],
  size: { readonly width: number; readonly height: number },
): string | null {
  const [head] = /^<svg [^<>]*>/.exec(hero) ?? [];
  const [, drawnWidth] = /viewBox="0 0 ([\d.]+) /.exec(head ?? '') ?? [];
  if (!head || !drawnWidth || !hero.endsWith('</svg>')) return null;
  const toDrawn = Number(drawnWidth) / heroFrame.width;
  const { x, y, width, height } = partAround(points, size.width / size.height);
  const box = [x, y, width, height].map((part) => Math.round(part * toDrawn));
  const [left, top, wide, high] = box;
  const path = points
    .map(([px, py], at) => `${at === 0 ? 'M' : 'L'}${Math.round(px)} ${Math.round(py)}`)
    .join('');
  const [endX = 0, endY = 0] = points.at(-1) ?? [];
  const scale = width / leastWidth;
  const stroke = (colour: string, units: number, d = path) =>
    `<path d="${d}" fill="none" stroke="${colour}" style="stroke-width:${Math.round(units * scale)}" stroke-linecap="round"/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="${box.join(' ')}">`,
    // ground where the part is taller than the drawing
    hero
      .slice(head.length, -'</svg>'.length)
      .replace(
        '<rect class="G"',
        `<rect class="G" x="${left}" y="${top}" width="${wide}" height="${high}"/><rect class="G"`,
      ),
    `<g transform="scale(${toDrawn})">`,
    stroke(line.edge, line.edgeWidth),
    stroke(line.middle, line.middleWidth),
    stroke(line.edge, line.car, `M${Math.round(endX)} ${Math.round(endY)}h.1`),
    stroke(line.middle, line.car * 0.7, `M${Math.round(endX)} ${Math.round(endY)}h.1`),
    '</g></svg>',
  ].join('');
}

/** The smallest part of a hero with these proportions that shows all points, as far as the hero reaches to the sides. */
function partAround(points: readonly OnScreen[], proportion: number) {
  const reach = (axis: 0 | 1, most: number): [number, number] => {
    let [low, high] = [most, 0];
    for (const point of points) {
      low = Math.min(low, point[axis]);
      high = Math.max(high, point[axis]);
    }
    return [low - room, high + room];
  };
  const [left, right] = reach(0, heroFrame.width);
  const [top, bottom] = reach(1, heroFrame.height);
  const width = Math.min(heroFrame.width, Math.max(leastWidth, right - left, (bottom - top) * proportion));
  const height = width / proportion;
  const within = (middle: number, length: number, most: number) =>
    length >= most ? (most - length) / 2 : Math.min(most - length, Math.max(0, middle - length / 2));
  return {
    x: within((left + right) / 2, width, heroFrame.width),
    y: within((top + bottom) / 2, height, heroFrame.height),
    width,
    height,
  };
}
