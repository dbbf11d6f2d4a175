import { expect, test } from 'vitest';
import { restMs } from './rest.ts';

test.each([
  ['as long as it worked', 120, 0, 120],
  ['four times as long while a request waits', 120, 1, 480],
  ['no longer while many wait', 120, 500, 480],
  ['five seconds at most', 5001, 0, 5000],
  ['also while requests wait', 1251, 3, 5000],
  ['nothing after nothing', 0, 1, 0],
])('background work rests %s', (_, workedMs, waiting, rest) => expect(restMs(workedMs, waiting)).toBe(rest));
