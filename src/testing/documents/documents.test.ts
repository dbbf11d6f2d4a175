import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { factorKeyFile, storedSecrets } from '#platform/secrets.ts';
import { openServerFiles } from '../architecture/rooms.ts';
import { deadCitations } from './citations.ts';

const read = (path: string) => readFileSync(path, 'utf8');
const readme = read('README.md');
const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'];

/** First cells of the table under a heading. */
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

test('the guide says how each secret is changed', () => {
  const [, part = ''] = read('src/deploy/README.md').split('## Change a secret');
  const [table = ''] = part.split(/^## /m);
  const named = [...table.matchAll(/[`']([\w-]+)[`']/g)].map((match) => match[1]);
  expect(named).toEqual(expect.arrayContaining([...storedSecrets, factorKeyFile]));
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

test('CONTRIBUTING names what is in the files that it names, and the server files that features may use', () => {
  const guide = read('CONTRIBUTING.md');
  const named = [...guide.matchAll(/`(\w+)` (?:in|of) `(src\/[^`]+\.tsx?)`/g)];
  expect(named.length).toBeGreaterThan(10);
  const missing = named.filter(([, name = '', path = '']) => !new RegExp(`\\b${name}\\b`).test(read(path)));
  expect(missing.map(([words]) => words)).toEqual([]);
  const [, files = ''] = /`server\/\{([\w,]+)\}\.ts`/.exec(guide) ?? [];
  expect(openServerFiles.source).toContain(`(${files.replaceAll(',', '|')})`);
});

test('CONTRIBUTING says how many files each kind of change touches, and names them', () => {
  const guide = read('CONTRIBUTING.md');
  const [whatToCopy = '', rest = ''] = guide.split('## How many places');
  const [part = ''] = rest.split(/^## /m);
  const rows = [...part.matchAll(/^\| ([a-z ]+) \| (\d) \| (.+) \|$/gm)];
  expect(rows.length).toBeGreaterThanOrEqual(14);
  const most: Readonly<Record<string, number>> = {
    page: 3,
    notice: 1,
    edition: 1,
    'write that pages and programs make': 3,
    'kind of thing in the log of public changes': 3,
    'setting of an edition': 3,
    metric: 3,
  };
  for (const [, kind = '', files, which = ''] of rows) {
    expect(which.match(/`[^`]+`/g), kind).toHaveLength(Number(files));
    expect(Number(files), kind).toBeLessThanOrEqual(most[kind] ?? 2);
    expect(whatToCopy).toContain(`\n| ${kind} | `);
  }
});

test('CONTRIBUTING says of twenty changes where they go, and every folder of src/ is named there or in the map of the README', () => {
  const part = read('CONTRIBUTING.md')
    .split(/^## /m)
    .find((section) => section.startsWith('Where a change goes'));
  const folders = [...(part ?? '').matchAll(/^\|.+\| `([^`]+)` \|$/gm)].map((match) => match[1] ?? '');
  expect(folders).toHaveLength(20);
  expect(folders.filter((folder) => !statSync(folder).isDirectory())).toEqual([]);
  const named = `${folders.join(' ')} ${readme}`;
  const inSrc = new Set(repositoryFiles().flatMap((path) => /^src\/[^/]+\//.exec(path)?.[0] ?? []));
  expect([...inSrc].filter((folder) => !named.includes(folder))).toEqual([]);
});

test('the index of decisions links each of them once, with its title', () => {
  const files = repositoryFiles().filter((path) => /^src\/decisions\/\d/.test(path));
  const titleOf = (path: string) => /^# \d+[.:]? *(.+)$/m.exec(read(path))?.[1];
  const expected = files.map((path) => `(${path.slice('src/decisions/'.length)}) ${titleOf(path)}`);
  const linked = [...read('src/decisions/README.md').matchAll(/^- \[\d+\](.+)$/gm)].map(
    (match) => match[1] ?? '',
  );
  expect(linked.toSorted()).toEqual(expected.toSorted());
});

const isInForce = (page: string) => !/^(?:Superseded by|Withdrawn:) /m.test(page);

/** The pages of decisions that a part of their index links. */
const linkedIn = (part: string) =>
  [...part.matchAll(/^- \[\d+\]\(([^)]+)\)/gm)].map(([, file]) => read(`src/decisions/${file}`));

test('the decisions in force can be read in an hour, those of the first group in less than twenty minutes', () => {
  const index = read('src/decisions/README.md');
  const [, first = ''] = index.split(/^## /m);
  const words = (pages: readonly string[]) => pages.filter(isInForce).join(' ').split(/\s+/).length;
  // at 250 words a minute
  expect(words(linkedIn(first))).toBeLessThanOrEqual(4500);
  expect(words(linkedIn(index))).toBeLessThanOrEqual(16_000);
});

test('decisions that are no longer in force consist of a title and a line, in the last group of the index', () => {
  const groups = read('src/decisions/README.md').split(/^## /m);
  const last = groups.pop() ?? '';
  expect(last).toMatch(/^No longer in force\n/);
  expect(linkedIn(groups.join('')).filter((page) => !isInForce(page))).toEqual([]);
  expect(linkedIn(last).filter((page) => isInForce(page) || !/^# .+\n\n.+\n$/.test(page))).toEqual([]);
});

test('the change log begins with the version of package.json, or with the one that comes next', () => {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(read('package.json')));
  const [, newest = ''] = /^## (\d+\.\d+\.\d+)$/m.exec(read('CHANGELOG.md')) ?? [];
  expect(newest.localeCompare(version, 'en', { numeric: true })).toBeGreaterThanOrEqual(0);
});

test('.ci/run finds the test command', () => {
  expect(readme).toMatch(/^## Test\n[\s\S]*?^```\w*\nnpm ci && npm test\n```$/m);
});

/** Tracked and new files, without those that Git ignores. */
const repositoryFiles = () =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && existsSync(path));

test('no file cites a document that is not in the repository', () => {
  const files = new Set(repositoryFiles());
  const own = ['src/testing/documents/documents.test.ts', 'src/testing/documents/citations.ts']; // contain examples
  const texts = [...files].filter(
    (path) => /\.(?:ts|tsx|mjs|astro|css|sql|md|jsonc?)$/.test(path) && !own.includes(path),
  );
  expect(texts.length).toBeGreaterThan(1000);
  expect(texts.flatMap((path) => deadCitations(path, read(path), files))).toEqual([]);
});

test.each([
  ['a section', 'src/a.ts', '// at most ten (spec §9)', 'cites a section'],
  ['a section alone', 'src/a.ts', '/** §2.2 lists the parameters */', 'cites a section'],
  ['a section of a named document', 'src/a.ts', '// rules §1.2', 'cites a section'],
  ['the specification', 'src/a.ts', '// the specification wants 50 ms', 'cites a specification'],
  ['its file', 'src/a.ts', '// texts of spec.txt', 'cites a specification'],
  ['a missing page', 'src/lib/gbx/a.ts', '// see rules.md', 'names rules.md'],
  ['a page outside of the clone', 'src/lib/gbx/a.ts', '// ../shared/rules.md', 'names ../shared/rules.md'],
  ['a page in another folder', 'src/lib/gbx/a.ts', '// other/FORMAT.md', 'names other/FORMAT.md'],
  ['a source file that has moved', 'src/b.ts', '/** Loaded by server/old.ts. */', 'names server/old.ts'],
  ['a test that has moved', 'src/b.ts', '// see old.dbtest.ts', 'names old.dbtest.ts'],
  ['a source file that has moved, in a document', 'src/a.md', 'in `gbx/old.ts`', 'names gbx/old.ts'],
  ['a dead link', 'src/a.md', '[why](missing.ts)', 'links to missing.ts'],
  ['a dead link with an anchor', 'src/a.md', '[why](missing.ts#top)', 'links to missing.ts'],
])('%s is refused', (_, path, text, complaint) => {
  const files = new Set(['README.md', 'src/a.ts', 'src/lib/gbx/FORMAT.md']);
  expect(deadCitations(path, text, files).join('\n')).toContain(complaint);
});

test.each([
  ['src/lib/gbx/a.ts', '// RFC 9110 §14.2, and see FORMAT.md'],
  ['src/lib/gbx/a.ts', '// ../../../README.md'],
  ['src/a.ts', '// src/lib/gbx/FORMAT.md, README.md'],
  ['src/a.ts', "const name = '20§23';"],
  ['src/a.ts', "const name = 'server/old.ts';"],
  ['src/b.ts', '/** Loaded by src/a.ts and a.ts. */'],
  ['src/a.md', '[a](a.ts), [b](#b), [c](https://example.org/x.md), [d](lib/gbx)'],
])('%s may contain %s', (path, text) => {
  const files = new Set(['README.md', 'src/a.ts', 'src/lib/gbx/FORMAT.md']);
  expect(deadCitations(path, text, files)).toEqual([]);
});
