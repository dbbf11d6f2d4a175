import { useCallback, useEffect, useState } from 'react';
import type { Playback } from './playback.ts';

export const largestAxisZoom = 16;
/** Where the cursor is in a new part of the axis. */
const leadShare = 0.1;

/**
 * The part of the axis that is shown; `whole` says where a time is on all of it. While the axis is enlarged, the next part is shown
 * when the cursor leaves this one.
 */
export function useAxisPart(playback: Playback, whole: (timeMs: number) => number) {
  const [zoom, setZoom] = useState(1);
  const [from, setFrom] = useState(0);
  const limited = useCallback((start: number) => Math.min(1 - 1 / zoom, Math.max(0, start)), [zoom]);
  useEffect(
    () =>
      playback.listen(() => {
        const at = whole(playback.timeMs);
        setFrom((start) => {
          const isInside = at >= start && at <= start + 1 / zoom && start === limited(start);
          return isInside ? start : limited(at - leadShare / zoom);
        });
      }),
    [playback, whole, zoom, limited],
  );
  const change = (factor: number) => {
    const next = Math.min(largestAxisZoom, Math.max(1, zoom * factor));
    setZoom(next);
    const middle = whole(playback.timeMs) - 0.5 / next;
    setFrom(Math.min(1 - 1 / next, Math.max(0, middle)));
  };
  return { zoom, from, change };
}
