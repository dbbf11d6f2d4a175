import type { EnvironmentName } from '#lib/codes/environment.ts';
import type { Point } from '#lib/drawing/space/grid.ts';
import { grids } from '#lib/drawing/space/grid.ts';
import { readReplay } from '#lib/gbx/read/replay.ts';
import { lineOf } from './ghost-line.ts';

const allWheels = 15;
/** A file with more runs is read in part. */
const mostRuns = 8;
const mostContacts = 60_000;

/** Where the cars of a replay stood on all their wheels, in cells and metres; none if its game does not record wheels. */
export function wheelContacts(replay: Uint8Array, environment: EnvironmentName): Point[] {
  const read = readReplay(replay);
  if (!read.ok) return [];
  const { cell } = grids[environment];
  const contacts: Point[] = [];
  for (const { record, timeMs } of read.replay.ghosts.slice(0, mostRuns)) {
    const line = record && lineOf(record);
    if (!line?.wheels) continue;
    for (let at = 2; at < line.count && contacts.length < mostContacts; at++) {
      if (timeMs !== null && (line.timesMs[at] ?? 0) > timeMs) break; // the game goes on recording
      if (((line.wheels[at] ?? 0) & allWheels) !== allWheels) continue;
      const [x = 0, up = 0, z = 0] = line.positions.subarray(3 * at, 3 * at + 3);
      contacts.push([x / cell, up, z / cell]);
    }
  }
  return contacts;
}
