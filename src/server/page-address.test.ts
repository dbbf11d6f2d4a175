import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { pageAddress } from './page-address.ts';

test.each([
  ['/', '/'],
  ['/?utm_source=mail', '/'],
  ['/?', '/'],
  ['/trackshow/5?packid=3&a=1&key=x', '/trackshow/5?key=x&packid=3'],
  ['/trackshow/5?replays.from=7&replays.show=older', '/trackshow/5?replays.from=7&replays.show=older'],
  ['/usershow/5?show=packs&packs.dm=1&packs.what=1', '/usershow/5?packs.dm=1&show=packs'],
  ['/crew/?a=1', '/crew/'],
  ['/tracksearch?b=2&a=1', '/tracksearch?a=1&b=2'],
  ['/tracksearch?a=2&b=0&a=1', '/tracksearch?a=2&a=1&b=0'],
  ['/tracksearch?name=a%20b', '/tracksearch?name=a+b'],
  ['/constructor?a=1', '/constructor?a=1'],
])('%s is the page %s', (target, address) => {
  expect(pageAddress(target)).toBe(address);
});

test('the parameters that a page names in its own files are kept', async () => {
  const pages = fileURLToPath(new URL('../pages/', import.meta.url));
  let found = 0;
  for (const file of await readdir(pages, { recursive: true })) {
    const [segment = ''] = file.replace(/\.astro$/, '').split('/');
    if (!/\.(?:astro|ts)$/.test(file)) continue;
    const text = await readFile(join(pages, file), 'utf8');
    // a search reads the keys that its declaration contains
    const search = text.includes('loadList(') ? [['', 'any']] : [];
    const named = text.matchAll(/(?:searchParams|address|query)\.(?:get|getAll|has)\('([^']+)'/g);
    for (const [, name] of [...search, ...named]) {
      found += 1;
      const target = `/${segment === 'index' ? '' : segment}?${name}=1`;
      expect(pageAddress(target), file).toBe(target);
    }
  }
  expect(found).toBeGreaterThan(50);
});
