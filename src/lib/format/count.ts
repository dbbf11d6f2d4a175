/** What is shown where there is no number or date. */
export const NOT_AVAILABLE = 'N/A';

/**
 * A count as people read it: above 1,000 as K and above 1,000,000 as M, with one decimal. What would round
 * to 1000.0K is already 1.0M. null or undefined → `N/A`.
 */
export function formatCount(count: number | null | undefined): string {
  if (count === null || count === undefined || !Number.isFinite(count)) return NOT_AVAILABLE;
  const size = Math.abs(count);
  if (size <= 1_000) return String(count);
  return size < 999_950 ? `${(count / 1_000).toFixed(1)}K` : `${(count / 1_000_000).toFixed(1)}M`;
}
