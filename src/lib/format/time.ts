import { hourMs, minuteMs } from '#lib/codes/durations.ts';
import { NOT_AVAILABLE } from './count.ts';

const SECOND_MS = 1_000;

/**
 * A race time in ms as `mm:ss.cc`, with hours if needed: 50 910 → `00:50.91`. Hundredths are truncated, as in the game. No
 * time (null, undefined or negative: the game stores -1) → `N/A`.
 */
export function formatTime(ms: number | null | undefined): string {
  if (ms === null || ms === undefined || !(ms >= 0 && ms < Number.MAX_SAFE_INTEGER)) return NOT_AVAILABLE;
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const hours = Math.floor(ms / hourMs);
  const rest = `${two((ms % hourMs) / minuteMs)}:${two((ms % minuteMs) / SECOND_MS)}.${two((ms % SECOND_MS) / 10)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

/** A stunts score as `123 pts`; null → `N/A`. */
export function formatPoints(points: number | null | undefined): string {
  return points === null || points === undefined ? NOT_AVAILABLE : `${points} pts`;
}

/** A platform result as `mm:ss.cc (respawns)`. No time → `N/A`; unknown respawns are omitted. */
export function formatPlatformTime(
  ms: number | null | undefined,
  respawns: number | null | undefined,
): string {
  const time = formatTime(ms);
  if (time === NOT_AVAILABLE || respawns === null || respawns === undefined) return time;
  return `${time} (${respawns})`;
}
