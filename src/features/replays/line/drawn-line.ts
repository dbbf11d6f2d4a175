/** The line of a run over the drawing of its track, as it is sent. */
export interface DrawnLine {
  /** of the run */
  TimeMs: number;
  /** of each point, in units of the drawing and less the point before: milliseconds, x and y */
  Line: number[];
}

/** A moment of a run: milliseconds since the start, and where the car is in the drawing. */
export type Moment = readonly [ms: number, x: number, y: number];

/** The line as it is sent: differences are short numbers. */
export function lineOf(moments: readonly Moment[], timeMs: number): DrawnLine {
  const whole = moments.map((moment) => moment.map(Math.round));
  return {
    TimeMs: timeMs,
    Line: whole.flatMap((moment, at) => moment.map((value, part) => value - (whole[at - 1]?.[part] ?? 0))),
  };
}

/** The moments of a line that was sent. */
export function momentsOf({ Line }: DrawnLine): Moment[] {
  let [ms, x, y] = [0, 0, 0];
  return Array.from({ length: Line.length / 3 }, (_, at) => {
    ms += Line[3 * at] ?? 0;
    x += Line[3 * at + 1] ?? 0;
    y += Line[3 * at + 2] ?? 0;
    return [ms, x, y];
  });
}

/** Of these moments those until a time, and where the car is then. */
export function momentsUntil(moments: readonly Moment[], ms: number): Moment[] {
  const next = moments.findIndex(([at]) => at > ms);
  if (next < 0) return [...moments];
  const [before, after] = [moments[next - 1], moments[next]];
  if (!before || !after) return [];
  const share = (ms - before[0]) / (after[0] - before[0]);
  const between = (from: number, to: number) => Math.round(from + (to - from) * share);
  return [...moments.slice(0, next), [ms, between(before[1], after[1]), between(before[2], after[2])]];
}

/**
 * A time in milliseconds, less than a month, as `formatTime` shows it. Pages that draw lines have no lists, and `formatTime` would bring the
 * 10 kB of code that lists share.
 */
export function clockText(ms: number): string {
  const time = new Date(ms);
  const hours = 24 * (time.getUTCDate() - 1) + time.getUTCHours();
  const rest = time.toISOString().slice(14, 22); // of 1970-01-01T00:02:03.456Z
  return hours > 0 ? `${hours}:${rest}` : rest;
}
