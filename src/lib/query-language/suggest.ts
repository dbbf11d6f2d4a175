import type { SearchDeclaration } from './declaration.ts';
import { keyFinder } from './keys.ts';
import { quotedIfNeeded } from './quoting.ts';

const farthest = 2;

/** The most similar choice, by letters changed, omitted, added or swapped; null if none is similar. */
export function suggest(typed: string, choices: readonly string[]): string | null {
  const sought = plain(typed);
  if (sought.length < 2) return null;
  const near = choices
    .map((choice) => ({ choice, steps: distance(sought, plain(choice)) }))
    .filter(({ steps, choice }) => steps <= Math.min(farthest, Math.ceil(choice.length / 3)))
    .sort((a, b) => a.steps - b.steps);
  return near[0]?.choice ?? null;
}

const plain = (word: string) =>
  word
    .toLowerCase()
    .replace(/["“”„‟«»!\s_-]+/g, '')
    .slice(0, 40);

/** Optimal string alignment, row by row. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const next = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) least = Math.min(least, (before[column - 2] ?? 0) + 1);
      next.push(least);
    }
    before = last;
    last = next;
  }
  return last[b.length] ?? 0;
}

/**
 * Returns what was probably meant by `name:value`, where the name is not a key of this search: the same filter under its
 * own key, or the key with the most similar name; null if none is similar.
 */
export function suggestTerm(
  declared: Pick<SearchDeclaration, 'keys' | 'words' | 'address'>,
  name: string,
  value: string,
): string | null {
  const typed = name.toLowerCase();
  if (typed === declared.words) return quotedIfNeeded(value.replace(/^["“”„‟«»](.*)["“”„‟«»]$/, '$1'));
  for (const [key, { instead }] of Object.entries(declared.keys)) {
    const written = instead && Object.hasOwn(instead, typed) ? instead[typed] : undefined;
    if (written) return `${key}:${value === '' ? '' : written(value)}`;
  }
  const inAddress = Object.entries(declared.address).find(([other]) => other.toLowerCase() === typed);
  if (inAddress?.[1].key !== undefined) return `${inAddress[1].key}:${value}`;
  const names = Object.entries(declared.keys).flatMap(([key, { aliases = [] }]) => [key, ...aliases]);
  const near = suggest(typed, names);
  return near === null ? null : `${keyFinder(declared.keys)(near) ?? near}:${value}`;
}
