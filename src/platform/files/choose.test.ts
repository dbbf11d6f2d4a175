import { expect, test } from 'vitest';
import { chooseFile, requestedWidth } from './choose.ts';

const files = [
  ...[320, 640, 1280].flatMap((width) =>
    ['avif', 'jpeg', 'webp'].map((format) => ({ format, width, sha256: `${format} ${width}` })),
  ),
  { format: 'jpeg', width: 1920, sha256: 'jpeg 1920' },
];
const chrome = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';

test.each([
  [null, undefined, 'jpeg 1920'],
  [null, chrome, 'jpeg 1920'],
  [320, chrome, 'avif 320'],
  [321, chrome, 'avif 640'],
  [640, 'image/webp,*/*', 'webp 640'],
  [640, '*/*', 'jpeg 640'],
  [640, 'image/avif;q=0,image/webp;q=0', 'jpeg 640'],
  [1, undefined, 'jpeg 320'],
  [1300, chrome, 'jpeg 1920'],
  [99_999, chrome, 'jpeg 1920'],
] as const)('%s wide for %s: %s', (wanted, accept, chosen) => {
  expect(chooseFile(files, wanted, accept)?.sha256).toBe(chosen);
});

test('without files nothing is chosen', () => {
  expect(chooseFile([], 320, chrome)).toBeUndefined();
});

test.each([
  ['w=640', 640],
  ['w=0', null],
  ['w=-5', null],
  ['w=1e3', null],
  ['w=999999', null],
  ['', null],
])('?%s requests %s', (query, width) => {
  expect(requestedWidth(new URLSearchParams(query))).toBe(width);
});
