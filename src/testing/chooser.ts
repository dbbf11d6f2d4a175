import { seededRandom } from '#lib/gbx/tools/random.ts';

/** Random choices that are the same in every run with the same seed. */
export function chooser(seed: number) {
  const random = seededRandom(seed);
  const below = (n: number) => Math.floor(random() * n);
  const oneOf = <T>(items: readonly T[]): T => items[below(items.length)] as T; // callers never pass an empty list
  return { below, oneOf, chance: (share: number) => random() < share };
}
export type Chooser = ReturnType<typeof chooser>;
