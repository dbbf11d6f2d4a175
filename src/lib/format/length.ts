/**
 * The length buckets of tracks in seconds, shortest first: steps of 15 s up to 2 min, of 30 s up to 5 min; null is "Long".
 * The index is the number of the bucket.
 */
export const LENGTH_BUCKETS: readonly (number | null)[] = [
  15,
  30,
  45,
  60,
  75,
  90,
  105,
  120,
  150,
  180,
  210,
  240,
  270,
  300,
  null,
];

/** The bucket of an author time in ms: nearest step, halves round up, never below 15 s; Long from 5:15. */
export function lengthBucket(authorTimeMs: number): number {
  const fine = Math.max(15, nearest(authorTimeMs, 15));
  const seconds = fine <= 120 ? fine : nearest(authorTimeMs, 30);
  const bucket = LENGTH_BUCKETS.indexOf(seconds);
  return bucket < 0 ? LENGTH_BUCKETS.length - 1 : bucket;
}

/** The label of a bucket: `45 secs`, `1 min`, `2 m 30 s`, `Long`. A number outside the list is Long. */
export function lengthBucketLabel(bucket: number): string {
  const seconds = LENGTH_BUCKETS[bucket];
  if (seconds === null || seconds === undefined) return 'Long';
  if (seconds < 60) return `${seconds} secs`;
  const minutes = Math.floor(seconds / 60);
  return seconds % 60 === 0 ? `${minutes} min` : `${minutes} m ${seconds % 60} s`;
}

/** The label for an author time in ms. */
export function lengthLabel(authorTimeMs: number): string {
  return lengthBucketLabel(lengthBucket(authorTimeMs));
}

function nearest(ms: number, stepSeconds: number): number {
  return Math.floor(ms / (stepSeconds * 1000) + 0.5) * stepSeconds;
}
