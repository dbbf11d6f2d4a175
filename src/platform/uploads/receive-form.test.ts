import { expect, test } from 'vitest';
import { formBounds } from './bounds.ts';
import { takeRoom } from './receive-form.ts';

const most = formBounds.concurrentBytes;

test('the concurrent bytes of an account are limited, until they have arrived', () => {
  const giveBack = takeRoom(1, most - 1);
  const last = takeRoom(1, 1);
  expect(() => takeRoom(1, 1)).toThrow(
    'You are sending more than 512 MiB at the same time: wait until your other files have arrived.',
  );
  takeRoom(2, most)(); // another account
  last();
  takeRoom(1, 1)();
  giveBack();
  takeRoom(1, most)();
  expect(() => takeRoom(1, most + 1)).toThrow('512 MiB');
});
