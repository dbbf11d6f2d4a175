import { expect, test } from 'vitest';
import { absent, IntMap } from './int-map.ts';

test('a hundred thousand keys are found, and absent once removed', () => {
  const map = new IntMap();
  const keys = Array.from({ length: 100_000 }, (_, n) => (n % 13) * 2 ** 28 + Math.floor(n / 13));
  for (const [value, key] of keys.entries()) map.set(key, value);
  for (const [value, key] of keys.entries()) if (value % 3 === 0) map.set(key, absent);
  map.set(4_294_967_295, absent);
  const wrong = keys.filter((key, value) => map.get(key) !== (value % 3 === 0 ? absent : value));
  expect(wrong).toEqual([]);
  expect([map.get(4_294_967_295), map.get(999_999)]).toEqual([absent, absent]);
  map.set(keys[0] ?? 0, 5);
  expect(map.get(keys[0] ?? 0)).toBe(5);
});
