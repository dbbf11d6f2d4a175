import { difficulties } from '#lib/codes/track.ts';

/** Bars for a difficulty: `filled` of `of`, and a text for screen readers. */
export interface DifficultyBars {
  readonly filled: number;
  readonly of: number;
  readonly label: string;
}

/** The bars of a difficulty number (0 Beginner … 3 Lunatic): one to four. Unknown → no bars, `N/A`. */
export function difficultyBars(difficulty: number | null | undefined): DifficultyBars {
  const label = difficulties[difficulty ?? -1];
  return {
    filled: label === undefined ? 0 : (difficulty ?? 0) + 1,
    of: difficulties.length,
    label: label ?? 'N/A',
  };
}
