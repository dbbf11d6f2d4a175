import type { Run } from '../run.ts';
import { distanceAt, timeAtDistance } from '../track-line.ts';

/** A place in the race at a moment. */
export interface Standing {
  /** of the run, in the order of the list */
  readonly number: number;
  /** to the leader; 0 for the leader */
  readonly gapMs: number;
  readonly isFinished: boolean;
}

/** How far a run has come: the driven distance at its start and at each of its checkpoints, the finish last. */
interface Course {
  readonly run: Run;
  readonly marks: readonly number[];
}

/**
 * Returns who is where at a moment of a race in which all runs start together. Runs are compared by checkpoints, and between two of
 * them by the share of the way that each has driven, so that nobody leads by a detour.
 */
export function raceOf(runs: readonly Run[]): (timeMs: number) => Standing[] {
  const [count = 0, ...others] = runs.map(({ checkpointsMs }) => checkpointsMs.length);
  const areAlike = count > 0 && others.every((other) => other === count);
  const courses = runs.map((run): Course => {
    const length = run.track.distances.at(-1) ?? 0;
    const passed = areAlike ? run.checkpointsMs.slice(0, -1) : [];
    return { run, marks: [0, ...passed.map((timeMs) => distanceAt(run.track, timeMs)), length] };
  });
  return (timeMs) => {
    const places = courses.map((course, number) => ({
      number,
      course,
      progress: progressAt(course, timeMs),
      isFinished: timeMs >= course.run.durationMs,
    }));
    places.sort(
      (a, b) =>
        Number(b.isFinished) - Number(a.isFinished) ||
        (a.isFinished ? a.course.run.durationMs - b.course.run.durationMs : b.progress - a.progress) ||
        a.number - b.number,
    );
    const [leader] = places;
    return places.map(({ number, course, progress, isFinished }) => {
      const reachedMs = isFinished ? course.run.durationMs : timeMs;
      const gapMs = leader ? Math.max(0, reachedMs - momentOf(leader.course, progress)) : 0;
      return { number, gapMs: number === leader?.number ? 0 : gapMs, isFinished };
    });
  };
}

/** Sectors driven, the last one in part. */
function progressAt({ run, marks }: Course, timeMs: number): number {
  if (timeMs >= run.durationMs) return marks.length - 1;
  const driven = distanceAt(run.track, timeMs);
  let sector = 0;
  while (sector < marks.length - 2 && driven >= (marks[sector + 1] ?? Infinity)) sector += 1;
  const [from, to] = [marks[sector] ?? 0, marks[sector + 1] ?? 0];
  return sector + (to > from ? Math.min(1, (driven - from) / (to - from)) : 0);
}

/** When a run had come as far. */
function momentOf({ run, marks }: Course, progress: number): number {
  if (progress >= marks.length - 1) return run.durationMs;
  const sector = Math.floor(progress);
  const [from = 0, to = 0] = [marks[sector], marks[sector + 1]];
  return Math.min(run.durationMs, timeAtDistance(run.track, from + (progress - sector) * (to - from)));
}
