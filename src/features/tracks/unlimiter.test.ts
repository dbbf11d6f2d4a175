import { expect, test } from 'vitest';
import { unlimiterName } from './unlimiter.ts';

test.each([
  [0, 'version unknown'],
  [1, '0.4'],
  [8, '2.1'],
  [9, 'version 9'],
])('version %i of Unlimiter is shown as %j', (version, name) => expect(unlimiterName(version)).toBe(name));
