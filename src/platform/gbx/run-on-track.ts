import { readChallenge } from '#lib/gbx/read/challenge.ts';
import type { Challenge } from '#lib/gbx/read/challenge-facts.ts';
import { embeddedCourse } from '#lib/gbx/read/embedded-map.ts';
import type { Game } from '#lib/gbx/read/game.ts';
import type { Ghost } from '#lib/gbx/read/ghost.ts';
import { type Replay, readReplay } from '#lib/gbx/read/replay.ts';
import type { GateBlock, LineOnTrack, RunOnTrack, Unordered } from '#lib/gbx/run/run-on-track.ts';
import { areClose, type Gate, gatesOf } from './gates.ts';
import type { Answer } from './gbx-reader.ts';
import { lineOf } from './ghost-line.ts';
import { canAllDiffer, gatesAt, missedAt, neverAt } from './line-gates.ts';
import { unpackRuns } from './packed-runs.ts';
import { blockDifference } from './placed-blocks.ts';

/** The facts of a track that a run is compared with. */
type Course = Pick<
  Challenge,
  'environment' | 'mode' | 'isLapRace' | 'laps' | 'checkpoints' | 'unlimiter' | 'blocks'
>;

/** Reads a replay and the file of its track, packed by packRuns, and compares them. */
export function readRunOnTrack(packed: Uint8Array): Answer<{ readonly run: RunOnTrack }> {
  const [replayBytes = new Uint8Array(), trackBytes = new Uint8Array()] = unpackRuns(packed);
  const read = readReplay(replayBytes);
  if (!read.ok) return read;
  const track = readChallenge(trackBytes);
  return track.ok ? { ok: true, run: compareRun(read.replay, track.challenge) } : track;
}

/** Compares the first run of a replay with a track. */
export function compareRun({ game, map, ghosts, bestTimeMs }: Replay, course: Course): RunOnTrack {
  const { mode, environment, unlimiter } = course;
  const inside = map && embeddedCourse(map);
  const isHidden = unlimiter && inside?.hidden === true;
  // in a Puzzle, the driver places blocks: what was driven is the track inside
  const gates = gatesOf(mode === 'Puzzle' && inside ? inside.blocks : course.blocks, environment);
  const counted = gates.filter(({ kind }) => kind === 'checkpoint').length;
  const [ghost] = ghosts;
  return {
    game,
    mode,
    checkpoints: distinct([course.checkpoints, inside?.checkpoints, unlimiter ? null : counted]),
    laps: course.isLapRace ? distinct([course.laps, inside?.laps]) : [1],
    times: ghost?.checkpoints.length ?? 0,
    unordered: ghost ? unorderedIn(ghost, gates) : null,
    blocks:
      inside === null
        ? 'no-map'
        : isHidden
          ? 'hidden'
          : (blockDifference(course.blocks, inside.blocks) ?? 'same'),
    line: ghost ? lineOn(ghost, game, gates, bestTimeMs ?? 0) : unjudged('no-line'),
  };
}

const distinct = (numbers: readonly (number | null | undefined)[]): number[] => [
  ...new Set(numbers.filter((number) => number !== null && number !== undefined)),
];

function unorderedIn({ checkpoints }: Ghost, gates: readonly Gate[]): Unordered | null {
  let beforeMs = 0;
  for (const [i, { timeMs }] of checkpoints.entries()) {
    if (timeMs === null || timeMs <= beforeMs)
      return {
        number: i + 1,
        beforeMs,
        timeMs,
        mayBeEqual: i > 0 && timeMs === beforeMs && areNeighbours(gates),
      };
    beforeMs = timeMs;
  }
  return null;
}

/** Real tracks have far fewer gates; finding the neighbours among more of them would take too long. */
const maxNeighbours = 1000;

function areNeighbours(gates: readonly Gate[]): boolean {
  const some = gates.filter(({ kind }) => kind !== 'start').slice(0, maxNeighbours);
  return some.some((gate, i) => some.slice(i + 1).some((other) => areClose(gate, other)));
}

const unjudged = (why: 'no-line' | 'no-gates' | 'too-many'): LineOnTrack => ({ isJudged: false, why });

const maxShown = 3;
/** Comparisons of a moment with a gate. They take some tenths of a second; real files need a few thousand. */
const maxComparisons = 5_000_000;

function lineOn(ghost: Ghost, game: Game, gates: readonly Gate[], timeMs: number): LineOnTrack {
  const line = ghost.record && lineOf(ghost.record);
  if (!line) return unjudged('no-line');
  const checkpoints = gates.filter(({ kind }) => kind === 'checkpoint');
  const starts = gates.filter(({ kind }) => kind === 'start' || kind === 'multilap');
  const finishes = gates.filter(({ kind }) => kind === 'finish' || kind === 'multilap');
  const hasTimes = ghost.checkpoints.length > 0;
  const timesMs = ghost.checkpoints.map((time) => time.timeMs ?? 0);
  if (game !== 'TM Power Up') timesMs.pop(); // the finish
  if (starts.length === 0 || finishes.length === 0) return unjudged('no-gates');
  const laps = lapsOf(timesMs, checkpoints.length);
  const isEndOfLap = (i: number) => (i + 1) % (checkpoints.length + 1) === 0;
  const any = [...checkpoints, ...finishes];
  const between = (i: number) => (laps.length === 0 ? any : isEndOfLap(i) ? finishes : checkpoints);
  const moments = hasTimes ? timesMs.length + 2 : line.count;
  if (moments * gates.length > maxComparisons) return unjudged('too-many');
  const missed = [
    missedAt(line, starts, { at: 'start', number: 0, timeMs: 0 }),
    ...timesMs.map((at, i) => missedAt(line, between(i), { at: 'checkpoint', number: i + 1, timeMs: at })),
    missedAt(line, finishes, { at: 'finish', number: 0, timeMs }),
  ].filter((one) => one !== null);
  const never = hasTimes ? null : neverAt(line, checkpoints);
  return {
    isJudged: true,
    missed: missed.slice(0, maxShown),
    isRepeated:
      missed.length === 0 &&
      laps.some((lap) => !canAllDiffer(lap.map((at) => gatesAt(line, checkpoints, at)))),
    never: never && placeOf(never),
  };
}

/** The checkpoint times of each lap without those of its end; none if they are not whole laps. */
function lapsOf(timesMs: readonly number[], checkpoints: number): (readonly number[])[] {
  const perLap = checkpoints + 1;
  if ((timesMs.length + 1) % perLap !== 0) return [];
  return Array.from({ length: (timesMs.length + 1) / perLap }, (_, lap) =>
    timesMs.slice(lap * perLap, lap * perLap + checkpoints),
  );
}

const placeOf = ({ block: { name, x, y, z } }: Gate): GateBlock => ({ name, x, y, z });
