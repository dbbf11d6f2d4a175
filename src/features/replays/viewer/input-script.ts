import { AXIS_FULL, type Control, type InputEvents } from '#lib/gbx/run/input-events.ts';
import { drivingOf, KEYS, type Key } from '#lib/gbx/run/input-steps.ts';

const tickMs = 10;
const names: Record<Key, string> = { accelerate: 'up', brake: 'down', left: 'left', right: 'right' };

/** An input acts in the tick at or after its time; scripts name the tick before. */
const scriptTime = (timeMs: number): number => Math.max(0, Math.ceil(timeMs / tickMs) * tickMs - tickMs);

interface Line {
  readonly at: number;
  readonly text: string;
}

/**
 * The inputs of a run as a script of TMInterface: one line for each press, movement of an axis and respawn. `comments` come
 * first. Times are in milliseconds; right is positive, and full gas is negative.
 */
export function inputScript(inputs: InputEvents, comments: readonly string[]): string {
  const { presses, respawnsMs } = drivingOf(inputs);
  const lines: Line[] = KEYS.flatMap((key) =>
    presses[key].flatMap(({ fromMs, toMs }) => pressLines(names[key], scriptTime(fromMs), scriptTime(toMs))),
  );
  for (const timeMs of respawnsMs)
    lines.push({ at: scriptTime(timeMs), text: `${scriptTime(timeMs)} press enter` });
  lines.push(...axisLines(inputs, 'steer', 1), ...axisLines(inputs, 'gas', -1));
  lines.sort((a, b) => a.at - b.at);
  const heads = comments.map((comment) => `# ${comment.replace(/[\r\n]+/g, ' ')}`);
  return `${[...heads, ...lines.map(({ text }) => text)].join('\n')}\n`;
}

function pressLines(key: string, from: number, to: number): Line[] {
  if (from < to) return [{ at: from, text: `${from}-${to} press ${key}` }];
  return [
    { at: from, text: `${from} press ${key}` },
    { at: from, text: `${from} rel ${key}` },
  ];
}

/** Of several positions in one tick the last counts; the countdown only decides the first. */
function axisLines({ events, durationMs }: InputEvents, axis: Control, sign: 1 | -1): Line[] {
  const positions = new Map<number, number>();
  for (const { control, timeMs, value } of events) {
    if (control === axis && timeMs <= durationMs) positions.set(scriptTime(timeMs), Math.round(value));
  }
  return [...positions].map(([at, value]) => ({
    at,
    text: `${at} ${axis} ${sign * Math.max(-AXIS_FULL, Math.min(AXIS_FULL, value)) + 0}`,
  }));
}
