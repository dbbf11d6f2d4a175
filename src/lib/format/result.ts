import { platformType, stuntsType } from '#lib/codes/track.ts';
import { formatPlatformTime, formatPoints, formatTime } from './time.ts';

/**
 * A result in what its type counts: a time; on platform tracks a time with respawns, `01:18.41 (2)`; points in stunts.
 * `score` is the number of respawns or points and has no meaning in other types. Unknown → `N/A`.
 */
export function formatResult(
  primaryType: number | null,
  timeMs: number | null,
  score: number | null,
): string {
  if (primaryType === stuntsType) return formatPoints(score);
  return primaryType === platformType ? formatPlatformTime(timeMs, score) : formatTime(timeMs);
}
