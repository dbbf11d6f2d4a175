import { expect, test } from 'vitest';
import { pageOf } from './pages.ts';

test.each([
  ['trackshow', '7', '/trackshow/7'],
  ['TrackShow', '7', '/trackshow/7'],
  ['trackreplayshow', '7', '/trackreplayshow/7'],
  ['usershow', '7', '/usershow/7'],
  ['threadshow', '7', '/threadshow/7'],
  ['tracksearch', undefined, '/tracksearch'],
  [undefined, undefined, '/'],
  ['trackshow', undefined, null],
  ['trackshow', '7x', null],
  ['trackshow', '//elsewhere.example', null],
  ['trackshow', '99999999999', null],
  ['toString', '7', null],
  ['nothing', '7', null],
])('%s with the id %s leads to %s', (action, id, address) => expect(pageOf(action, id)).toBe(address));
