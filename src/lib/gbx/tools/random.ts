/** Repeatable numbers in [0, 1) from an integer seed, for generated tracks and for fuzzing; never for secrets. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    // mulberry32: short, and good enough here.
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** A whole number from 0 up to, but not including, `limit`. */
export function below(random: () => number, limit: number): number {
  return Math.floor(random() * limit);
}
