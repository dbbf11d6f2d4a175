import { expect, test } from 'vitest';
import { acceptedEncoding, prefersHtml } from './negotiate.ts';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['*', 'br'],
  ['*;q=0', null],
  ['identity', null],
  ['GZIP', 'gzip'],
  ['', null],
  [undefined, null],
])('accept-encoding %s takes %s', (header, expected) => {
  expect(acceptedEncoding(header)).toBe(expected);
});

test.each([
  ['text/html,application/xhtml+xml,*/*;q=0.8', true],
  ['application/json', false],
  ['application/json, text/html;q=0.5', false],
  ['*/*', false],
  [undefined, false],
])('accept %s is a browser: %s', (header, expected) => {
  expect(prefersHtml(header)).toBe(expected);
});
