import { expect, test } from 'vitest';
import { unreadableReason } from './unreadable.ts';

test.each([
  [200, 'not complete'],
  [299, 'not complete'],
  [300, 'status 300'],
  [413, 'too large'],
  [500, 'status 500'],
  [502, 'not available'],
  [503, 'not available'],
  [504, 'too long to answer'],
])('an answer with status %d that is not JSON has a sentence of its own', (status, words) => {
  expect(unreadableReason(status)).toMatch(new RegExp(`${words}.*\\.$`));
});
