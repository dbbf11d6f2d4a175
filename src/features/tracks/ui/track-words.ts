import { platformType, stuntsType } from '#lib/codes/track.ts';
import { formatPlatformTime, formatPoints, formatTime } from '#lib/format/time.ts';
import { stripGameText } from '#lib/game-text/parse.ts';

/** The name of a track as plain text; one that is nothing but codes goes by its number. */
export const trackName = (track: { readonly TrackId: number; readonly TrackName: string }): string =>
  stripGameText(track.TrackName).trim() || `Track ${track.TrackId}`;

/** A result in what its type counts: time, time with respawns, points. */
export function resultText(primaryType: number, timeMs: number, score: number | null): string {
  if (primaryType === stuntsType) return formatPoints(score);
  return primaryType === platformType ? formatPlatformTime(timeMs, score) : formatTime(timeMs);
}
