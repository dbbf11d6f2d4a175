const digitBits = 11;
const buckets = 2 ** digitBits;

/**
 * Returns the positions of keys in ascending order, equal ones in the given order: a radix sort, several times as fast as one with a
 * comparison function. `words` are the parts of the keys, the most significant first, each with one element per key.
 */
export function sortPositions(words: readonly Uint32Array[], count: number): Int32Array {
  let sorted = new Int32Array(count);
  for (let at = 0; at < count; at++) sorted[at] = at;
  let other = new Int32Array(count);
  for (const word of words.toReversed()) {
    for (let shift = 0; shift < 32; shift += digitBits) {
      const ends = endsOf(word, shift, count);
      if (!ends) continue;
      for (let at = count - 1; at >= 0; at--) {
        const position = sorted[at] as number; // at < count
        const digit = ((word[position] as number) >>> shift) & (buckets - 1); // one element per key
        const end = (ends[digit] as number) - 1; // digit < buckets
        ends[digit] = end;
        other[end] = position;
      }
      [sorted, other] = [other, sorted];
    }
  }
  return sorted;
}

/** Where the keys with each digit end in the order of this digit; null if all keys have the same one. */
function endsOf(word: Uint32Array, shift: number, count: number): Int32Array | null {
  const ends = new Int32Array(buckets);
  for (let at = 0; at < count; at++) {
    const digit = ((word[at] as number) >>> shift) & (buckets - 1); // one element per key
    ends[digit] = (ends[digit] as number) + 1; // digit < buckets
  }
  let end = 0;
  for (let digit = 0; digit < buckets; digit++) {
    const here = ends[digit] as number; // digit < buckets
    if (here === count) return null;
    end += here;
    ends[digit] = end;
  }
  return ends;
}
