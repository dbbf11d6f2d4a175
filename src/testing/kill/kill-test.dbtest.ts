import { expect, test } from 'vitest';
import { killTest } from './kill-test.ts';

/** KILLS=40 kills more often. */
const kills = Number(process.env.KILLS ?? 3);

test('kills among uploads lose nothing that was acknowledged', { timeout: kills * 30_000 }, async () => {
  const found = await killTest({ kills, port: 4491, people: 3 });
  expect(found.wrong).toEqual([]);
  expect(found.temporaryFiles.after).toBe(0);
  expect(found.acknowledged).toBeGreaterThanOrEqual(kills - 1);
  expect(found.tracks).toBe(found.acknowledged);
});
