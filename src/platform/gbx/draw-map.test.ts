import { expect, test } from 'vitest';
import { inView } from '#lib/drawing/oblique/view.ts';
import { BLOCK_METRES } from '#lib/gbx/read/block-size.ts';
import { ENVIRONMENTS } from '#lib/gbx/read/environment.ts';
import { numbersOfPoint } from '#lib/gbx/run/short-line.ts';
import { sampleRun } from '#lib/gbx/tools/sample-run.ts';
import { sampleBlocks } from '#lib/gbx/tools/sample-track.ts';
import { writeChallenge, writeReplay } from '#lib/gbx/tools/writer.ts';
import { replaySpec } from '#testing/replays.ts';
import { fileSpec } from '#testing/tracks.ts';
import { drawTrack, trackSolid } from './draw-map.ts';
import { readShortLine } from './read-facts.ts';

const uid = 'Drawn_0_xxxxxxxxxxxxxxx';

/** The middles of the lanes in a hero, as pairs of points. */
function lanesIn(svg: string): [from: number[], to: number[]][] {
  const path = /<path class="L" d="([^"]+)"/.exec(svg)?.[1] ?? '';
  return path
    .split('M')
    .slice(1)
    .flatMap((lane) => {
      const numbers = (lane.match(/-?\d+/g) ?? []).map(Number);
      const points: number[][] = [];
      for (let at = 0; at < numbers.length; at += 2) {
        const [x = 0, y = 0] = points.at(-1) ?? [];
        points.push([x + (numbers[at] ?? 0), y + (numbers[at + 1] ?? 0)]);
      }
      return points.slice(1).map((to, at): [number[], number[]] => [points[at] ?? [], to]);
    });
}

/** What is drawn on the map under runs, apart from the ground: polygons in cells. */
function polygonsIn(svg: string): number[][][] {
  const [, left = 0, top = 0, scale = 0] = (
    /translate\(([-\d.]+) ([-\d.]+)\) scale\(([\d.]+)\)/.exec(svg) ?? []
  ).map(Number);
  return [...svg.matchAll(/<path class="\w+" d="([^"]+)"/g)].flatMap(([, path = '']) => {
    let [x0, y0] = [0, 0];
    return path.split('z').flatMap((part) => {
      const [dx, dy, ...steps] = (part.match(/-?\d+/g) ?? []).map(Number);
      if (dx === undefined || dy === undefined) return [];
      [x0, y0] = part.startsWith('M') ? [dx, dy] : [x0 + dx, y0 + dy];
      let [x, y] = [x0, y0];
      const points = [[x, y]];
      for (let at = 0; at < steps.length; at += 2) {
        [x, y] = [x + (steps[at] ?? 0), y + (steps[at + 1] ?? 0)];
        points.push([x, y]);
      }
      return [points.map(([px = 0, py = 0]) => [px * scale + left, py * scale + top])];
    });
  });
}

function isWithin(x: number, y: number, polygon: readonly number[][]): boolean {
  let isInside = false;
  for (const [at, [ax = 0, ay = 0]] of polygon.entries()) {
    const [bx = 0, by = 0] = polygon[(at + 1) % polygon.length] ?? [];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isInside = !isInside;
  }
  return isInside;
}

function distance(
  [x, y]: readonly [number, number],
  [[ax = 0, ay = 0], [bx = 0, by = 0]]: [number[], number[]],
) {
  const [dx, dy] = [bx - ax, by - ay];
  const share = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
}

// generated roads of Island are platforms, which have no lanes
test.each(ENVIRONMENTS.filter((one) => one !== 'Island'))(
  '%s: the line of a run lies on the drawn road',
  (environment) => {
    const blocks = sampleBlocks({ environment, seed: 7 });
    const run = sampleRun({ blocks, environment, seed: 3 });
    const drawn = drawTrack(writeChallenge(fileSpec({ environment, blocks, uid })), new Uint8Array());
    const read = readShortLine(
      writeReplay(replaySpec({ environment, bestTimeMs: run.timeMs, ghosts: [run], uid })),
    );
    if (!drawn.ok || !read.ok || !drawn.drawings.view) throw new Error('not drawn');
    const { view, hero, map } = drawn.drawings;
    const surfaces = polygonsIn(map);
    const { width: cell } = BLOCK_METRES[environment];
    const lanes = lanesIn(hero);
    const [metre = 0] = view.slice(2).map(Math.abs);
    expect(lanes.length).toBeGreaterThan(10);
    expect(read.points.length / numbersOfPoint).toBeGreaterThan(10);
    for (let at = 0; at < read.points.length; at += numbersOfPoint) {
      const [, x = 0, up = 0, z = 0] = read.points.slice(at, at + numbersOfPoint);
      const isOnMap = surfaces.some((polygon) => isWithin(x / 10 / cell, z / 10 / cell, polygon));
      expect(isOnMap, `on the map at ${read.points[at]} ms`).toBe(true);
      const point = inView(view, x / 10, up / 10, z / 10);
      const nearest = Math.min(...lanes.map((lane) => distance(point, lane)));
      expect(nearest / metre, `metres from the lane at ${read.points[at]} ms`).toBeLessThan(14);
    }
  },
);

test('a run that was driven higher than its blocks say raises the road, in the drawing as in the solid', () => {
  const blocks = sampleBlocks({ environment: 'Stadium', seed: 7 });
  const run = sampleRun({ blocks, environment: 'Stadium', seed: 3 });
  const track = writeChallenge(fileSpec({ environment: 'Stadium', blocks, uid }));
  const fitOf = (metres: number) => {
    const samples = (run.samples ?? []).map(({ position: [x, y, z], ...sample }) => ({
      ...sample,
      position: [x, y + metres, z] as const,
    }));
    const replay = writeReplay(replaySpec({ bestTimeMs: run.timeMs, ghosts: [{ ...run, samples }], uid }));
    const drawn = drawTrack(track, replay);
    return drawn.ok ? drawn.drawings.fit : [];
  };
  expect(fitOf(0), 'it was driven on the drawn road').toEqual([]);
  const fit = fitOf(1.5);
  // of seven numbers for each fitted strip, the first two name it
  const heights = fit.filter((_, at) => at % 7 > 1);
  expect([Math.min(...heights), Math.max(...heights)]).toEqual([149, 150]);
  const [plain, fitted] = [[], fit].map((one) => {
    const solid = trackSolid(track, one);
    return Buffer.from((solid.ok && solid.bytes) || []);
  });
  expect(plain?.length).toBeGreaterThan(1000);
  expect(plain && fitted?.equals(plain)).toBe(false);
});
