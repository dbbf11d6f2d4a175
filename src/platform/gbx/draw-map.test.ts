import { expect, test } from 'vitest';
import { inView } from '#lib/drawing/oblique/view.ts';
import { ENVIRONMENTS } from '#lib/gbx/read/environment.ts';
import { numbersOfPoint } from '#lib/gbx/run/short-line.ts';
import { sampleRun } from '#lib/gbx/tools/sample-run.ts';
import { sampleBlocks } from '#lib/gbx/tools/sample-track.ts';
import { writeChallenge, writeReplay } from '#lib/gbx/tools/writer.ts';
import { replaySpec } from '#testing/replays.ts';
import { fileSpec } from '#testing/tracks.ts';
import { drawTrack } from './draw-map.ts';
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
    const drawn = drawTrack(writeChallenge(fileSpec({ environment, blocks, uid })));
    const read = readShortLine(
      writeReplay(replaySpec({ environment, bestTimeMs: run.timeMs, ghosts: [run], uid })),
    );
    if (!drawn.ok || !read.ok || !drawn.drawings.view) throw new Error('not drawn');
    const { view, hero } = drawn.drawings;
    const lanes = lanesIn(hero);
    const [metre = 0] = view.slice(2).map(Math.abs);
    expect(lanes.length).toBeGreaterThan(10);
    expect(read.points.length / numbersOfPoint).toBeGreaterThan(10);
    for (let at = 0; at < read.points.length; at += numbersOfPoint) {
      const [, x = 0, up = 0, z = 0] = read.points.slice(at, at + numbersOfPoint);
      const point = inView(view, x / 10, up / 10, z / 10);
      const nearest = Math.min(...lanes.map((lane) => distance(point, lane)));
      expect(nearest / metre, `metres from the lane at ${read.points[at]} ms`).toBeLessThan(14);
    }
  },
);
