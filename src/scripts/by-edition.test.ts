import { expect, test } from 'vitest';
import { ByEdition } from './by-edition.ts';

/** Whether a promise has resolved, was rejected or is pending. */
const stateOf = (promise: Promise<unknown>) =>
  Promise.race([
    promise.then(
      () => 'resolved',
      (error: Error) => error.message,
    ),
    new Promise((resolve) => setImmediate(resolve, 'pending')),
  ]);

test('an edition is done when its step is, or all of the work', async () => {
  const end = Promise.withResolvers<void>();
  const work = new ByEdition((ended) => {
    ended('a');
    return end.promise;
  });
  expect(await Promise.all([work.edition('a'), work.edition('b'), work.all()].map(stateOf))).toEqual([
    'resolved',
    'pending',
    'pending',
  ]);
  end.resolve();
  expect(await stateOf(work.edition('b'))).toBe('resolved');
  expect(await stateOf(work.all())).toBe('resolved');
});

test('a failure reaches those who wait, and editions that are done stay done', async () => {
  const work = new ByEdition(async (ended) => {
    ended('a');
    throw new Error('no room');
  });
  expect(await Promise.all([work.edition('a'), work.edition('b'), work.all()].map(stateOf))).toEqual([
    'resolved',
    'no room',
    'no room',
  ]);
});
