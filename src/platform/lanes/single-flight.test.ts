import { expect, test } from 'vitest';
import { SingleFlight } from './single-flight.ts';

function counted() {
  const flights = new SingleFlight<string>();
  const gate = Promise.withResolvers<string>();
  const signals: AbortSignal[] = [];
  const run = (key: string, signal?: AbortSignal) =>
    flights.run(key, signal, (inner) => {
      signals.push(inner);
      return gate.promise;
    });
  return { run, gate, signals };
}

test('several callers share the work with the same key; later ones start it again', async () => {
  const { run, gate, signals } = counted();
  const results = Promise.all([run('a'), run('a'), run('b')]);
  expect(signals).toHaveLength(2);
  gate.resolve('done');
  expect(await results).toEqual(['done', 'done', 'done']);
  await run('a');
  expect(signals).toHaveLength(3);
});

test('all callers see a failure, and the next one tries again', async () => {
  const { run, gate, signals } = counted();
  const results = Promise.allSettled([run('a'), run('a')]);
  gate.reject(new Error('damaged'));
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(run('a')).rejects.toThrow('damaged');
  expect(signals).toHaveLength(2);
});

test('work ends when the last of its callers has left, not the first', async () => {
  const { run, gate, signals } = counted();
  const [first, second] = [new AbortController(), new AbortController()];
  const results = [run('a', first.signal), run('a', second.signal)];
  first.abort();
  expect(signals[0]?.aborted).toBe(false);
  second.abort();
  expect(signals[0]?.aborted).toBe(true);
  const third = run('a');
  expect(signals).toHaveLength(2);
  gate.resolve('done');
  await Promise.all([...results, third]);
});

test('a caller without a signal never leaves', async () => {
  const { run, gate, signals } = counted();
  const abort = new AbortController();
  const results = [run('a'), run('a', abort.signal)];
  abort.abort();
  expect(signals[0]?.aborted).toBe(false);
  gate.resolve('done');
  await Promise.all(results);
});
