import { expect, test } from 'vitest';
import { textsChangeAt } from './relative-times.ts';

const now = new Date('2026-11-29T12:00:00Z');
const soon = Date.parse('2026-11-29T12:00:30Z');

test.each([
  ['with quotes', '<time datetime="2026-11-29T11:57:30Z">2 minutes ago</time>', soon],
  ['without quotes', '<time datetime=2026-11-29T11:57:30Z>2 minutes ago</time>', soon],
  ['before another attribute', '<time datetime=2026-11-29T11:57:30Z class=n>2 minutes ago</time>', soon],
  ['as React writes it', '<time dateTime="2026-11-29T11:57:30Z">2 minutes ago</time>', soon],
  [
    'the first of several that changes',
    '<time datetime=2020-01-01T00:00:00Z>1 Jan 2020</time> <time datetime="2026-11-29T11:57:30Z">2 minutes ago</time>',
    soon,
  ],
  ['no time', '<p>data-datetime=2026-11-29T11:57:30Z</p>', Number.POSITIVE_INFINITY],
])('the text of a time changes: %s', (_, html, at) => expect(textsChangeAt(html, now)).toBe(at));
