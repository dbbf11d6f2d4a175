import { formatWhole } from '#lib/format/count.ts';
/** Tracks in the zip of a search. */
export const maxSearchTracks = 5000;
/** Replays in the zip of a track. */
export const maxReplays = 10_000;

/** Which files of a list are zipped, and in which order. */
export interface Choice {
  /** the first one, counted from 1 */
  readonly start: number;
  /** null: all */
  readonly most: number | null;
  /** `most` files at random, instead of the first ones */
  readonly isRandom: boolean;
  readonly isShuffled: boolean;
}

/** The chosen files. Those chosen at random keep their order unless it is shuffled. */
export function choose<T>(files: readonly T[], choice: Choice, random: () => number = Math.random): T[] {
  const rest = files.slice(choice.start - 1);
  const most = choice.most ?? rest.length;
  const chosen = choice.isRandom ? sample(rest, most, random) : rest.slice(0, most);
  return choice.isShuffled ? shuffled(chosen, random) : chosen;
}

function sample<T>(files: readonly T[], most: number, random: () => number): T[] {
  const drawn = new Set(shuffled([...files.keys()], random).slice(0, most));
  return files.filter((_, index) => drawn.has(index));
}

/** Fisher–Yates: every order is equally likely. */
function shuffled<T>(files: readonly T[], random: () => number): T[] {
  const all = [...files];
  for (let last = all.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [all[last], all[other]] = [all[other] as T, all[last] as T]; // both are in range
  }
  return all;
}

/** The choice that a form contains, or why it is invalid. `total` is at least 1. */
export function choiceOf(
  typed: {
    readonly start: string;
    readonly most: string;
    readonly isRandom: boolean;
    readonly isShuffled: boolean;
  },
  total: number,
): Choice | { readonly field: 'start' | 'most'; readonly reason: string } {
  const upTo = `a whole number from 1 to ${formatWhole(total)}`;
  const start = numberIn(typed.start, 1);
  if (start === null || start < 1 || start > total)
    return { field: 'start', reason: `Start at: must be ${upTo}.` };
  const most = typed.most.trim() === '' ? null : numberIn(typed.most, 0);
  if (most !== null && (most < 1 || most > total))
    return { field: 'most', reason: `At most: must be ${upTo}, or empty for all.` };
  return { start, most, isRandom: typed.isRandom, isShuffled: typed.isShuffled };
}

/** `none` if nothing was typed; null → not a number. */
function numberIn(typed: string, none: number): number | null {
  const text = typed.trim();
  if (text === '') return none;
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

/** Files in one zip. */
export const filesPerZip = 1000;

/** Splits files into zips. */
export function partsOf<T>(files: readonly T[], most = filesPerZip): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < files.length; at += most) parts.push(files.slice(at, at + most));
  return parts;
}
