import { expect, test } from 'vitest';
import { limitConcurrency } from './concurrency.ts';

const held = () => {
  let end = () => {};
  const promise = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { promise, end: () => end() };
};

test('the limit is kept, waiting work runs in order, and a failure frees its place', async () => {
  const queued = limitConcurrency(2, 10);
  const begun: number[] = [];
  const gates = [held(), held(), held(), held()];
  const runs = gates.map(({ promise }, index) =>
    queued(async () => {
      begun.push(index);
      await promise;
      if (index === 0) throw new Error('damaged');
      return index;
    }),
  );
  const outcomes = Promise.allSettled(runs);
  await Promise.resolve();
  expect(begun).toEqual([0, 1]);
  gates[0]?.end();
  await expect(runs[0]).rejects.toThrow('damaged');
  await Promise.resolve();
  expect(begun).toEqual([0, 1, 2]);
  for (const gate of gates) gate.end();
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', ...Array(3).fill('fulfilled')]);
  expect(await queued(async () => 'again')).toBe('again');
});

test('with a full queue further work is refused', async () => {
  const queued = limitConcurrency(1, 1);
  const gate = held();
  const first = queued(() => gate.promise);
  const second = queued(async () => 'second');
  await expect(queued(async () => 'third')).rejects.toMatchObject({ status: 503 });
  gate.end();
  await first;
  expect(await second).toBe('second');
});
