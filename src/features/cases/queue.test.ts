import { expect, test } from 'vitest';
import { queueText, readQueueFilters } from './queue.ts';

test.each([
  ['', ''],
  ['show=open&order=age', ''],
  ['show=settled&site=tmnf', 'show=settled&site=tmnf'],
  [
    'source=held&kind=track&score=40&days=7&order=score',
    'order=score&kind=track&source=held&score=40&days=7',
  ],
  ['source=gossip&score=41&days=x&show=all&kind=%00&site=..%2F', ''],
  ['after=1.2.3.4&kind=comment', 'kind=comment'],
])('the address ?%s means ?%s', (address, expected) => {
  expect(queueText(readQueueFilters(new URLSearchParams(address)))).toBe(expected);
});
