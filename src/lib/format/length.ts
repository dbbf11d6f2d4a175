/**
 * The lengths a track can be filed under, in seconds, shortest first: 15 s steps to 2 min, 30 s steps to 5 min; null
 * is "Long". The place in this list is the bucket's number.
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

/** The bucket number of an author time in ms: nearest step, halves up, never under 15 s; from 5:15 on it is Long. */
export function lengthBucket(authorTimeMs: number): number {
  const fine = Math.max(15, nearest(authorTimeMs, 15));
  const seconds = fine <= 120 ? fine : nearest(authorTimeMs, 30);
  const bucket = LENGTH_BUCKETS.indexOf(seconds);
  return bucket < 0 ? LENGTH_BUCKETS.length - 1 : bucket;
}

/** The words of a bucket: `45 secs`, `1 min`, `2 m 30 s`, `Long`. A number outside the list reads as Long. */
export function lengthBucketLabel(bucket: number): string {
  const seconds = LENGTH_BUCKETS[bucket];
  if (seconds === null || seconds === undefined) return 'Long';
  if (seconds < 60) return `${seconds} secs`;
  const minutes = Math.floor(seconds / 60);
  return seconds % 60 === 0 ? `${minutes} min` : `${minutes} m ${seconds % 60} s`;
}

/** The words for an author time in ms. */
export function lengthLabel(authorTimeMs: number): string {
  return lengthBucketLabel(lengthBucket(authorTimeMs));
}

function nearest(ms: number, stepSeconds: number): number {
  return Math.floor(ms / (stepSeconds * 1000) + 0.5) * stepSeconds;
}
