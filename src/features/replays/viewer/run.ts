import type { Line } from '#lib/gbx/run/driven-line.ts';
import type { InputEvents } from '#lib/gbx/run/input-events.ts';
import { type Driving, drivingOf } from '#lib/gbx/run/input-steps.ts';
import { jumpsOf } from './motion.ts';
import { type Gap, gapAlongLine, gapBySector, pinnedGap } from './time-gap.ts';
import { type TrackLine, trackLine } from './track-line.ts';

/** A decoded run, ready to be shown and compared. */
export interface Run {
  /** uid of the track */
  readonly uid: string | null;
  readonly driver: string;
  /** until the finish */
  readonly durationMs: number;
  /** the last one is the finish */
  readonly checkpointsMs: readonly number[];
  readonly line: Line;
  readonly track: TrackLine;
  /** null if the file has no inputs */
  readonly events: InputEvents | null;
  readonly driving: Driving | null;
  readonly respawnsMs: readonly number[];
}

interface Decoded {
  readonly uid: string | null;
  readonly driver: string;
  readonly timeMs: number | null;
  readonly checkpointsMs: readonly number[];
  readonly line: Line;
  readonly events: InputEvents | null;
}

/** Prepares a decoded run; the line is cut at its race time, after which the game goes on recording. */
export function runOf({ timeMs, line, events, ...decoded }: Decoded): Run {
  const durationMs = timeMs ?? line.timesMs.at(-1) ?? 0;
  const driving = events && drivingOf(events);
  return {
    ...decoded,
    durationMs,
    line,
    track: trackLine(line, durationMs),
    events,
    driving,
    respawnsMs: driving?.respawnsMs ?? jumpsOf(line).filter((at) => at <= durationMs),
  };
}

/**
 * The gap of b to a along the way, exact at the checkpoints; by sectors where they take different ways. Null for runs that
 * cannot be compared: different tracks, or checkpoints passed in another number.
 */
export function gapOf(a: Run, b: Run): Gap | null {
  if (a.uid !== b.uid || a.checkpointsMs.length !== b.checkpointsMs.length) return null;
  const along = gapAlongLine(a.track, b.track);
  if (along !== null) return pinnedGap(along, a.track, a.checkpointsMs, b.checkpointsMs);
  if (a.checkpointsMs.length === 0) return null;
  return gapBySector(a.track, b.track, a.checkpointsMs, b.checkpointsMs);
}
