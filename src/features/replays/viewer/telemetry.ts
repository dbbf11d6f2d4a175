import { AXIS_FULL } from '#lib/gbx/run/input-events.ts';
import { valueAt } from '#lib/gbx/run/input-steps.ts';
import { sampleBefore } from './motion.ts';
import type { Run } from './run.ts';
import { type Gap, gapAt } from './time-gap.ts';
import { distanceAt } from './track-line.ts';

/** What a driver does at a time. */
export interface Held {
  /** -1 (left) to 1 (right) */
  readonly steer: number;
  /** 0 to 1 */
  readonly gas: number;
  readonly brake: number;
}

/** What is held at a time: from the inputs, or from the movement where a file has none. Null if neither says it. */
export function heldAt({ driving, line }: Run, timeMs: number): Held | null {
  if (driving)
    return {
      steer: valueAt(driving.steer, timeMs) / AXIS_FULL,
      gas: valueAt(driving.gas, timeMs) / AXIS_FULL,
      brake: valueAt(driving.brake, timeMs) / AXIS_FULL,
    };
  if (!line.steer || !line.gas || !line.brake) return null;
  const i = sampleBefore(line, timeMs);
  return { steer: line.steer[i] ?? 0, gas: line.gas[i] ?? 0, brake: line.brake[i] ?? 0 };
}

/** What is held, in words: `Gas, left 40 %`. */
export function heldText({ steer, gas, brake }: Held): string {
  const percent = Math.round(100 * Math.abs(steer));
  const side = steer < 0 ? 'left' : 'right';
  const parts = [
    gas > 0 && 'gas',
    brake > 0 && 'brake',
    percent > 0 && (percent === 100 ? side : `${side} ${percent} %`),
  ].filter(Boolean);
  return parts.join(', ') || 'nothing pressed';
}

const kmhPerMs = 3.6;

/** In km/h. */
export const speedAt = ({ line }: Run, timeMs: number): number =>
  Math.round(kmhPerMs * Math.abs(line.forwardSpeeds[sampleBefore(line, timeMs)] ?? 0));

/** How far behind the first run another one is at the place where the first is at a time. */
export const gapWhere = (first: Run, gap: Gap, timeMs: number): number =>
  gapAt(gap, distanceAt(first.track, Math.min(timeMs, first.durationMs)));

/** `+0.12` or `−1.05`, in seconds. */
export function formatSeconds(ms: number): string {
  const hundredths = Math.floor(Math.abs(ms) / 10);
  const sign = ms < 0 ? '−' : '+';
  return `${sign}${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
}
