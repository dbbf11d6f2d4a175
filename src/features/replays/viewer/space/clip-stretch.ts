/** A part of the run, in milliseconds since its start. */
export interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

const usualMs = 10_000;
const shortestMs = 100;
/** The bytes of a longer clip would fill the memory of a phone. */
export const longestClipMs = 120_000;

/** What is offered at first: from the moment that is shown, or the end of the run if that is what is shown. */
export function usualStretch(timeMs: number, endMs: number): Stretch {
  const fromMs = endMs - timeMs < 1000 ? Math.max(0, endMs - usualMs) : timeMs;
  return { fromMs, toMs: Math.min(endMs, fromMs + usualMs) };
}

/** The typed stretch, in seconds, or the sentence why it cannot be recorded. */
export function stretchOf(from: string, to: string, endMs: number, speed: number): Stretch | string {
  const [fromMs, toMs] = [from, to].map((text) => (text.trim() === '' ? Number.NaN : 1000 * Number(text)));
  if (fromMs === undefined || toMs === undefined || !(fromMs >= 0 && toMs >= 0))
    return 'Enter the start and the end of the clip in seconds.';
  const within = { fromMs: Math.round(fromMs), toMs: Math.min(endMs, Math.round(toMs)) };
  if (within.toMs - within.fromMs < shortestMs) return 'The end of the clip must be after its start.';
  if ((within.toMs - within.fromMs) / speed > longestClipMs)
    return `A clip lasts at most ${longestClipMs / 1000} seconds. Choose a shorter stretch or a higher speed.`;
  return within;
}
