import { expect, test } from 'vitest';
import { fillPlaceholders } from './fill-placeholders.ts';

test.each([
  [undefined, {}, undefined],
  ['Done.', { Name: 'Ann' }, 'Done.'],
  ['{Name} was added.', { Name: 'Ann' }, 'Ann was added.'],
  ['{Name} has {Count}.', { Name: '{Count}', Count: 0 }, '{Count} has 0.'],
  ['{Other} stays.', { Name: 'Ann' }, '{Other} stays.'],
])('%j with %j says %j', (sentence, answer, expected) => {
  expect(fillPlaceholders(sentence, answer)).toBe(expected);
});
