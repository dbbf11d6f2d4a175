import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';

const read = (path: string) => readFileSync(path, 'utf8');
const readme = read('README.md');
const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md'];

/** First cells of the table that stands under a heading. */
function firstCells(heading: string): string[] {
  const part = readme.split(/^## /m).find((section) => section.startsWith(heading)) ?? '';
  return [...part.matchAll(/^\| `([^`]+)`/gm)].map((match) => match[1] ?? '');
}

test('the table of variables is what the server reads', () => {
  const body = /const Env = z\.object\(\{([\s\S]*?)\n\}\);/.exec(read('src/platform/env.ts'))?.[1] ?? '';
  const variables = [...body.matchAll(/^ {2}([A-Z][A-Z_]*):/gm)].map((match) => match[1] ?? '');
  expect(variables.length).toBeGreaterThan(5);
  const ofEditions = ['SITES', 'SITE_<CODE>_HOST', 'SITE_<CODE>_ALIASES']; // read by sites/all.ts
  const own = firstCells('Settings');
  variables.push(...ofEditions);
  expect(own.toSorted()).toEqual(variables.toSorted());
});

test('the table of commands is what package.json runs', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('package.json')));
  const named = firstCells('Commands').map((command) => command.replace(/^npm (run )?/, '').split(' ')[0]);
  expect(named.toSorted()).toEqual(Object.keys(scripts).toSorted());
});

test.each(documents)('every path that %s names exists', (document) => {
  const paths = [...read(document).matchAll(/`((?:src|db|sites|public|\.ci)\/[^`\s<>*{}…]*)`/g)].map(
    (match) => match[1] ?? '',
  );
  const links = [...read(document).matchAll(/\]\((?!https?:|#)([^)\s]+)\)/g)].map((match) => match[1] ?? '');
  expect([...paths, ...links].filter((path) => !existsSync(path))).toEqual([]);
});

test('.ci/run finds the test command', () => {
  expect(readme).toMatch(/^## Test\n[\s\S]*?^```\w*\nnpm ci && npm test\n```$/m);
});
