import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readChallenge } from '#lib/gbx/read/challenge.ts';
import { embeddedCourse } from '#lib/gbx/read/embedded-map.ts';
import { readReplay } from '#lib/gbx/read/replay.ts';
import { SAMPLE_FILES } from '#lib/gbx/tools/gbx-bench.ts';
import { compareRun } from './run-on-track.ts';

// Real files next to the project. Those of games before TMU contain their track without its header.
const folder = join(SAMPLE_FILES, 'replays');
const present = existsSync(folder);
const files = present ? readdirSync(folder) : ['none'];

test.runIf(present).each(files)('%s is a run of its track', (file) => {
  const read = readReplay(readFileSync(join(folder, file)));
  if (!read.ok || !read.replay.map) throw new Error('not a replay with a track');
  const { replay } = read;
  const { map, ghosts, environment } = replay;
  if (!map) throw new Error('no track');
  const track = readChallenge(map.bytes);
  const inside = embeddedCourse(map);
  const course = track.ok
    ? track.challenge
    : {
        environment,
        mode: 'Race' as const,
        isLapRace: false,
        laps: 0,
        checkpoints: inside.checkpoints ?? 0,
        unlimiter: inside.hidden,
        blocks: inside.blocks,
      };
  for (const ghost of ghosts) {
    const run = compareRun(
      { ...replay, ghosts: [ghost], bestTimeMs: ghost.timeMs ?? replay.bestTimeMs },
      course,
    );
    expect(run).toMatchObject({
      unordered: null,
      blocks: 'same',
      line: { isJudged: true, missed: [], isRepeated: false, never: null },
    });
    // Power Up leaves the finish out, TM 1.0 saves no times
    const [checkpoints = 0] = run.checkpoints;
    const times = { 'TM 1.0': 0, 'TM Power Up': checkpoints }[run.game as string] ?? checkpoints + 1;
    expect(run.times).toBe(times);
  }
});
