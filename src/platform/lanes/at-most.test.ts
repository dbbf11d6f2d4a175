import { expect, test } from 'vitest';
import { atMost } from './at-most.ts';

test('the limit holds, waiting work runs in order, and a failure frees its place', async () => {
  const place = atMost(2);
  const begun: number[] = [];
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const runs = gates.map(({ promise }, index) =>
    place(async () => {
      begun.push(index);
      await promise;
      if (index === 0) throw new Error('damaged');
      return index;
    }),
  );
  const outcomes = Promise.allSettled(runs);
  await Promise.resolve();
  expect(begun).toEqual([0, 1]);
  gates[0]?.resolve();
  await expect(runs[0]).rejects.toThrow('damaged');
  await Promise.resolve();
  expect(begun).toEqual([0, 1, 2]);
  for (const gate of gates) gate.resolve();
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', ...Array(3).fill('fulfilled')]);
  expect(await place(async () => 'again')).toBe('again');
});
