import { expect, test } from 'vitest';
import { formatBytes } from './bytes.ts';

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1 KiB'],
  [1536, '1.5 KiB'],
  [262_144, '256 KiB'],
  [1_048_575, '1 MiB'],
  [2_097_152, '2 MiB'],
  [10_190_000, '9.7 MiB'],
  [5_368_709_120, '5 GiB'],
  [null, 'N/A'],
  [-1, 'N/A'],
])('%s bytes are shown as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
