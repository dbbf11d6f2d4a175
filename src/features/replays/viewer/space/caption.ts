import { formatTime } from '#lib/format/time.ts';
import { raceOf } from '../race/standings.ts';
import type { Run } from '../run.ts';
import { formatSeconds, gapWhere } from '../telemetry.ts';
import type { Gap } from '../time-gap.ts';

/** A driver in a picture or clip, with the gap to the first of the list or to the leader of a race. */
export interface CaptionLine {
  /** of the run */
  readonly number: number;
  readonly driver: string;
  /** empty for the one that the others are compared with */
  readonly gap: string;
}

/** What is written on a picture or clip. */
export interface Caption {
  readonly track: string;
  readonly time: string;
  readonly lines: readonly CaptionLine[];
}

const mostLines = 10;

/** Returns the function of the moment that makes the caption. `gaps`: of each run to the first one; none in a race. */
export function captionOf(
  track: string,
  runs: readonly Run[],
  gaps: readonly (Gap | null)[],
): (timeMs: number) => Caption {
  const [first] = runs;
  const isRace = runs.length > 1 && gaps.every((gap) => gap === null);
  const race = isRace ? raceOf(runs) : null;
  const gapTo = (gap: Gap | null | undefined, timeMs: number) =>
    first && gap ? formatSeconds(gapWhere(first, gap, timeMs)) : '';
  return (timeMs) => {
    const order = race
      ? race(timeMs).map(({ number, gapMs }, at) => ({ number, gap: at === 0 ? '' : formatSeconds(gapMs) }))
      : runs.map((_, number) => ({ number, gap: gapTo(gaps[number], timeMs) }));
    const lines = order
      .slice(0, mostLines)
      .map(({ number, gap }) => ({ number, driver: runs[number]?.driver ?? '', gap }));
    return { track, time: formatTime(Math.round(timeMs)), lines };
  };
}
