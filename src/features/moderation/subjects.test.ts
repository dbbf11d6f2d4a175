import { expect, test } from 'vitest';
import { reportHeading } from './subjects.ts';

test.each([
  ['news', 'Report this news post'],
  ['track', 'Report this track'],
  ['pack', 'Report this trackpack'],
  ['post', 'Report this forum post'],
  ['other', 'Report something'],
] as const)('the form for %s is headed %s', (kind, heading) => {
  expect(reportHeading(kind)).toBe(heading);
});
