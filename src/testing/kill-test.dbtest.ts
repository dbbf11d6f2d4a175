import { expect, test } from 'vitest';
import { killTest } from './kill-test.ts';

test('seven kills among uploads lose nothing that was acknowledged', { timeout: 180_000 }, async () => {
  const found = await killTest({ kills: 7, port: 4491, people: 3 });
  expect(found.wrong).toEqual([]);
  expect(found.acknowledged).toBeGreaterThanOrEqual(6);
  expect(found.tracks).toBe(found.acknowledged);
});
