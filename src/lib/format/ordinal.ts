import { NOT_AVAILABLE } from './count.ts';

/** Ranks above this are approximate. */
const EXACT_RANKS = 50_000;

/** A whole number as an English ordinal: 1 → `1st`, 12 → `12th`. */
export function formatOrdinal(value: number): string {
  const tens = value % 100;
  const ending = tens >= 11 && tens <= 13 ? 'th' : ['th', 'st', 'nd', 'rd'][value % 10];
  return `${value}${ending ?? 'th'}`;
}

/** A 1-based rank: `1st`; above 50 000 with a leading `~`; missing → `N/A`. */
export function formatRank(rank: number | null | undefined): string {
  if (rank === null || rank === undefined) return NOT_AVAILABLE;
  return `${rank > EXACT_RANKS ? '~' : ''}${formatOrdinal(rank)}`;
}
