import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { iconNames } from './icon-name.ts';

const matches = (path: string, pattern: RegExp) =>
  [...readFileSync(path, 'utf8').matchAll(pattern)].map((match) => match.slice(1));

test('the sprite contains exactly the named icons', () => {
  const drawn = matches('src/ui/icons.svg', /<symbol id="([^"]+)"/g);
  expect(drawn.flat()).toEqual([...iconNames]);
});

test('each icon has a class, which moves the mask to its place in the sprite', () => {
  const placed = matches('src/ui/icons.svg', /<use href="#([^"]+)" y="([^"]+)"/g);
  expect(placed).toEqual(iconNames.map((name, index) => [name, String(32 * index)]));
  const classes = matches('src/ui/Icon.css', /\.i-(\w+) {\s+--at: (\d+);/g);
  expect(classes).toEqual(iconNames.map((name, index) => [name, String(index)]));
  expect(readFileSync('src/ui/Icon.css', 'utf8')).toContain(
    `calc(var(--at) / ${iconNames.length - 1} * 100%)`,
  );
});
