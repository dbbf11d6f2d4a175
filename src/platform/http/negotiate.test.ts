import { expect, test } from 'vitest';
import { acceptedEncoding, namesType, prefersHtml } from './negotiate.ts';

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
])('accept-encoding %s gives %s', (header, expected) => {
  expect(acceptedEncoding(header)).toBe(expected);
});

test.each([
  ['text/html,application/xhtml+xml,*/*;q=0.8', true],
  ['application/json', false],
  ['application/json, text/html;q=0.5', false],
  ['*/*', false],
  ['application/json;q=0.9, TEXT/HTML', true],
  ['text/html;q=0, */*', false],
  ['', false],
  [undefined, false],
])('accept %s is a browser: %s', (header, expected) => {
  expect(prefersHtml(header)).toBe(expected);
});

test.each([
  ['image/avif,image/webp,*/*;q=0.8', 'image/avif', true],
  ['image/avif;q=0,image/*', 'image/avif', false],
  ['*/*', 'image/svg+xml', false],
  ['IMAGE/WebP', 'image/webp', true],
  ['application/json;q=0, text/plain', 'application/json', false],
  [undefined, 'image/webp', false],
])('%s names %s: %s', (accept, type, names) => {
  expect(namesType(accept, type)).toBe(names);
});
