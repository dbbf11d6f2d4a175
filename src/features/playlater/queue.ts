/**
 * Moves a track to a place among the tracks that its owner sees. Tracks that are hidden from the owner stay in front of the same
 * track. `position` counts from 1; one beyond the end is the last.
 */
export function moved(
  all: readonly number[],
  seen: readonly number[],
  trackId: number,
  position: number,
): { order: number[]; position: number } {
  const others = seen.filter((id) => id !== trackId);
  const place = Math.min(Math.max(position, 1), others.length + 1);
  const order = all.filter((id) => id !== trackId);
  const next = others[place - 1];
  order.splice(next === undefined ? order.length : order.indexOf(next), 0, trackId);
  return { order, position: place };
}
