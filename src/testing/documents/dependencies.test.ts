import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';

const names = z.record(z.string(), z.string());
const { dependencies, devDependencies, optionalDependencies } = z
  .object({ dependencies: names, devDependencies: names, optionalDependencies: names })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')));
const { packages } = z
  .object({ packages: z.record(z.string(), z.object({ license: z.string().optional() })) })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
const page = readFileSync('src/dependencies.md', 'utf8');

/** The rows of the table under a heading: name, licence, purpose. */
function rowsOf(heading: string): string[][] {
  const [, part = ''] = page.split(`\n## ${heading}\n`);
  const [table = ''] = part.split('\n## ');
  return [...table.matchAll(/^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \|$/gm)].map(([, ...cells]) => cells);
}

test.each([
  ['In the server and in browsers', dependencies],
  ['The pinned Node', optionalDependencies],
  ['For development and tests', devDependencies],
])('%s: each dependency has a licence and a purpose', (heading, declared) => {
  const rows = rowsOf(heading);
  expect(rows.map(([name, licence]) => [name, licence])).toEqual(
    Object.keys(declared).map((name) => [name, packages[`node_modules/${name}`]?.license]),
  );
});

test('every licence of what is installed is listed', () => {
  const [, part = ''] = page.split('\n## Licences\n');
  const [list = ''] = part.split('. ');
  const listed = [...list.matchAll(/[\w.-]*\d?BSD[\w.-]*|[A-Z][\w.-]+/g)].map(([name]) => name);
  const used = Object.entries(packages)
    .filter(([path]) => path.startsWith('node_modules/'))
    .map(([path, { license = 'none' }]) => `${path}: ${license}`)
    // of several, one may be chosen, or all apply
    .filter((line) => {
      const [, licences = ''] = line.split(': ');
      const alternatives = licences.replace(/[()]/g, '').split(' OR ');
      return !alternatives.some((one) => one.split(' AND ').every((name) => listed.includes(name)));
    });
  expect(used).toEqual([]);
});
