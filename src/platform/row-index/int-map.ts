/** The value of a key that is not in the map. */
export const absent = -1;

/**
 * A hash map from unsigned 32-bit integers to non-negative integers, with open addressing in typed arrays: a Map of half a
 * million entries would be work for the garbage collector.
 */
export class IntMap {
  private keys = new Uint32Array(64);
  /** value + 2; 0: a bucket that was never used; 1: a removed entry */
  private values = new Int32Array(64);
  /** buckets that are not empty, removed entries included */
  private used = 0;

  get(key: number): number {
    const value = this.values[this.bucketOf(key)] as number; // a bucket of the table
    return value === 0 ? absent : value - 2;
  }

  /** `absent` removes the key. */
  set(key: number, value: number): void {
    if ((this.used + 1) * 5 > this.values.length * 3) this.grow();
    const bucket = this.bucketOf(key);
    if (this.values[bucket] === 0) {
      if (value === absent) return;
      this.used += 1;
      this.keys[bucket] = key;
    }
    this.values[bucket] = value + 2;
  }

  private bucketOf(key: number): number {
    const mask = this.values.length - 1;
    // facets of different kinds differ in the high bits, others in the low bits: the hash mixes both
    let bucket = (Math.imul(key ^ (key >>> 15), 0x9e3779b1) >>> 7) & mask;
    while (this.values[bucket] !== 0 && this.keys[bucket] !== key) bucket = (bucket + 1) & mask;
    return bucket;
  }

  private grow(): void {
    const { keys, values } = this;
    this.keys = new Uint32Array(keys.length * 2);
    this.values = new Int32Array(values.length * 2);
    this.used = 0;
    for (const [at, value] of values.entries()) if (value > 1) this.set(keys[at] as number, value - 2); // as long as values
  }
}
