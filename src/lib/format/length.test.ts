import { expect, test } from 'vitest';
import { LENGTH_BUCKETS, lengthBucket, lengthBucketLabel, lengthLabel } from './length.ts';

test.each([
  [0, '15 secs'],
  [7_490, '15 secs'],
  [22_499, '15 secs'],
  [22_500, '30 secs'],
  [50_910, '45 secs'],
  [52_490, '45 secs'],
  [52_500, '1 min'],
  [75_000, '1 m 15 s'],
  [120_000, '2 min'],
  [127_500, '2 min'],
  [134_990, '2 min'],
  [135_000, '2 m 30 s'],
  [314_990, '5 min'],
  [315_000, 'Long'],
  [3_600_000, 'Long'],
])('an author time of %s ms is %s', (ms, label) => {
  expect(lengthLabel(ms)).toBe(label);
});

test('every length falls into its own bucket', () => {
  for (const [bucket, seconds] of LENGTH_BUCKETS.entries()) {
    expect(lengthBucket((seconds ?? 400) * 1000)).toBe(bucket);
  }
  expect(lengthBucketLabel(99)).toBe('Long');
});
