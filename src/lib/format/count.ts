/** Shown in place of a missing number or date. */
export const NOT_AVAILABLE = 'N/A';

/**
 * A count as people read it: from 1,000 as K and from 1,000,000 as M, with one decimal. What would round to 1000.0K is
 * 1.0M. null or undefined → `N/A`.
 */
export function formatCount(count: number | null | undefined): string {
  if (count === null || count === undefined || !Number.isFinite(count)) return NOT_AVAILABLE;
  const size = Math.abs(count);
  if (size <= 1_000) return String(count);
  return size < 999_950 ? `${(count / 1_000).toFixed(1)}K` : `${(count / 1_000_000).toFixed(1)}M`;
}

const whole = new Intl.NumberFormat('en');

/** A number with separators: 12,345. `toLocaleString` would look up the language again for each number, which takes longer than the rest of a row. */
export const formatWhole = (count: number): string => whole.format(count);
