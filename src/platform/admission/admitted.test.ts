import { expect, test } from 'vitest';
import { SingleFlight } from '#platform/lanes/single-flight.ts';
import { Admission } from './admission.ts';
import { keepingPlace, outsideAdmission } from './admitted.ts';

const request = () => ({ signal: new AbortController().signal });

/** A request that waits for something, in a process with one place. */
function waitingRequest(how: (wait: () => Promise<void>) => Promise<void>) {
  const admission = new Admission({ places: 1 });
  const { promise, resolve: end } = Promise.withResolvers<void>();
  const first = admission.admit('network 192.0.2.1', request(), () => how(() => promise));
  return { admission, first, end };
}

test('a request that waits for a thread or another host gives up its place', async () => {
  const { admission, first, end } = waitingRequest(outsideAdmission);
  expect(await admission.admit('network 192.0.2.2', request(), async () => 'served')).toBe('served');
  end();
  await first;
  expect(admission.requests.running).toBe(0);
});

test('within a transaction it keeps its place', async () => {
  const { admission, first, end } = waitingRequest((wait) => keepingPlace(() => outsideAdmission(wait)));
  const order: string[] = [];
  const second = admission.admit('network 192.0.2.2', request(), async () => void order.push('second'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(admission.requests.waiting).toBe(1);
  order.push('first ends');
  end();
  await Promise.all([first, second]);
  expect(order).toEqual(['first ends', 'second']);
});

test('a request that is over while it waits for its place again gives that place back', async () => {
  const admission = new Admission({ places: 1 });
  const waits = Promise.withResolvers<void>();
  const long = Promise.withResolvers<void>();
  const rest = Promise.withResolvers<void>();
  const first = admission.admit('network 192.0.2.1', request(), async () => {
    void outsideAdmission(() => waits.promise).then(rest.resolve);
    await rest.promise.catch(() => {});
  });
  const other = admission.admit('network 192.0.2.2', request(), () => long.promise);
  waits.resolve();
  await expect.poll(() => admission.requests.waiting).toBe(1);
  rest.reject(new Error('Another part of the page failed.'));
  await first;
  long.resolve();
  await other;
  expect(await admission.admit('network 192.0.2.3', request(), async () => 'served')).toBe('served');
  expect(admission.requests.running).toBe(0);
});

test('requests that share a single flight leave places to the one that does the work', async () => {
  const admission = new Admission({ places: 2, placesEach: 2 });
  const flights = new SingleFlight<string>();
  const thread = Promise.withResolvers<void>();
  const work = async () => {
    await outsideAdmission(() => thread.promise);
    return 'drawn';
  };
  const sent = [1, 2, 3, 4].map((n) =>
    admission.admit(`network 192.0.2.${n}`, request(), () => flights.run('a', undefined, work)),
  );
  await new Promise((resolve) => setImmediate(resolve));
  thread.resolve();
  expect(await Promise.all(sent)).toEqual(['drawn', 'drawn', 'drawn', 'drawn']);
  expect(admission.requests.running).toBe(0);
});
