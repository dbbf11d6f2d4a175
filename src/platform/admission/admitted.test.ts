import { expect, test } from 'vitest';
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
