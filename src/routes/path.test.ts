import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { path, pathOf, post, query } from './path.ts';
import { routes } from './routes.ts';

const comment = pathOf<{ kind: 'award' | 'comment' }>()(
  '/tracks/:trackId/:kind/:n.jpg',
  (key: string | null = null) => query({ key }),
);

test('an address is built from its pattern', () => {
  expect(path('/about')()).toBe('/about');
  expect(comment(7, 'award', 0)).toBe('/tracks/7/award/0.jpg');
  expect(comment(7, 'award', 0, 'a b')).toBe('/tracks/7/award/0.jpg?key=a+b');
  expect(post(comment)).toBe('POST /tracks/:trackId/:kind/:n.jpg');
});

test('values are encoded', () => {
  expect(path('/login/:name/end')('a/b?c')).toBe('/login/a%2Fb%3Fc/end');
});

test('the pattern states what a path takes', () => {
  // @ts-expect-error an id is a number
  path('/newsshow/:id')('7');
  // @ts-expect-error a value is missing
  path('/playlater/:key')();
  // @ts-expect-error not one of the two kinds
  comment(7, 'vote', 0);
  // @ts-expect-error a key is text
  comment(7, 'award', 0, 1);
  const [key]: ['POST /tracks/:trackId/:kind/:n.jpg'] = [post(comment)];
  expect(key).toContain(comment.pattern);
});

const withoutNames = (pattern: string) => pattern.replace(/:\w+/g, ':');
const patterns = [
  ...new Set(Object.values(routes).flatMap((route) => ('pattern' in route ? [route.pattern as string] : []))),
];
const pages = readdirSync('src/pages', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.astro') && !/(^|\/)_/.test(file) && !/^\d+\.astro$/.test(file))
  .map((file) => `/${file.replace(/(^|\/)index\.astro$/, '').replace(/\.astro$/, '')}`)
  .map((page) => page.replace(/\[(\w+)\]/g, ':$1'));

test('every page has one path', () => {
  const fixed = pages.map((page) => page.replace(/\/\[\.\.\.\w+\]$/, '')).map(withoutNames);
  const named = patterns.map(withoutNames);
  expect(fixed.filter((page) => named.filter((pattern) => pattern === page).length !== 1)).toEqual([]);
});

test('every path leads to a page or a route', () => {
  const served = new Set([
    ...pages.map(withoutNames),
    ...Object.keys(app.routes).map((key) => withoutNames(key.slice(key.indexOf(' ') + 1))),
  ]);
  const rest = pages.flatMap((page) => /^(.*)\/\[\.\.\.\w+\]$/.exec(page)?.[1] ?? []);
  const isServed = (pattern: string) =>
    served.has(withoutNames(pattern)) || rest.some((start) => `${pattern}/`.startsWith(`${start}/`));
  expect(patterns.filter((pattern) => !isServed(pattern))).toEqual([]);
});
