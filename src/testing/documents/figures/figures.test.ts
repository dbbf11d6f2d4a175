import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asvs } from './asvs.ts';
import { figureMistakes } from './check.ts';
import { guide, readme } from './readme.ts';
import { security } from './security.ts';

/** The parts of a document by their heading, without the numbers of lists. */
function sectionsOf(path: string): ReadonlyMap<string, string> {
  const parts = readFileSync(path, 'utf8')
    .split(/^#{1,2} /m)
    .slice(1);
  return new Map(
    parts.map((part) => {
      const end = part.indexOf('\n');
      return [part.slice(0, end), part.slice(end).replace(/^\d+\. /gm, '')] as const;
    }),
  );
}

const ofSecurity = sectionsOf('SECURITY.md');

test('each section with figures is in SECURITY.md', () => {
  expect(Object.keys(security).filter((heading) => !ofSecurity.has(heading))).toEqual([]);
});

test.each([...ofSecurity])('SECURITY.md states the figures of the code: %s', (heading, text) => {
  // the totals of the table of requirements have a test of their own
  const own = heading === 'Security' ? text.replace(/(?<=^\| [12] \|).*$/gm, '') : text;
  expect(figureMistakes(own, security[heading] ?? [])).toEqual([]);
});

const requirements = [
  ...readFileSync('src/decisions/security/ASVS.md', 'utf8').matchAll(
    /^\| (\d+\.\d+\.\d+) \|(?:[^|]+\|){3} (.+) \|$/gm,
  ),
].map(([, id = '', where = '']) => [id, where] as const);

test('src/decisions/security/ASVS.md states the figures of the code', () => {
  expect(requirements.length).toBeGreaterThan(200);
  const mistakes = requirements.flatMap(([id, where]) =>
    figureMistakes(where, asvs[id] ?? []).map((mistake) => `${id} ${mistake}`),
  );
  expect(mistakes).toEqual([]);
  const known = new Set(requirements.map(([id]) => id));
  expect(Object.keys(asvs).filter((id) => !known.has(id))).toEqual([]);
});

test.each(Object.entries(readme))('the README states the figures of the code: %s', (heading, statements) => {
  expect(figureMistakes(sectionsOf('README.md').get(heading) ?? '', statements)).toEqual([]);
});

test.each(Object.entries(guide))(
  'the guide for operators states the figures of the code: %s',
  (heading, statements) => {
    expect(figureMistakes(sectionsOf('src/deploy/README.md').get(heading) ?? '', statements)).toEqual([]);
  },
);

test.each([
  ['as stated', 'At most 5\n  pages; see decision 101 and `a/2.ts`.', []],
  ['another figure', 'At most 6 pages.', ['is missing: At most 5 pages', 'no test states: At most 6 pages.']],
  ['a new figure', 'At most 5 pages. Then 7.', ['no test states: … . Then 7.']],
  ['a new figure in words', 'At most 5 pages, in ten minutes.', ['no test states: … , in ten minutes.']],
  ['the same one twice', 'At most 5 pages. At most 5 pages.', ['no test states: … . At most 5 pages.']],
  ['nothing', '', ['is missing: At most 5 pages']],
  ['a name with a number', 'At most 5 pages, by SHA-256, IPv6 and RFC 6238.', []],
])('figures are found: %s', (_, text, mistakes) => {
  expect(figureMistakes(text, ['At most 5 pages'])).toEqual(mistakes);
});

/** Files of the server, without tests. */
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(?:ts|tsx|astro)$/.test(path) && !/test\.tsx?$|^testing[/\\]/.test(path))
  .map((path) => join('src', path));

test('only the file that SECURITY.md names offers CORS, with a fixed value and without credentials', () => {
  const offers = sources.filter((path) => /access-control-/i.test(readFileSync(path, 'utf8')));
  expect(offers).toEqual(['src/server/other-sites.ts']);
  const set = readFileSync(offers[0] ?? '', 'utf8').match(/'access-control-allow-(?:origin|credentials)'.*/g);
  expect(new Set(set)).toEqual(new Set(["'access-control-allow-origin', '*');"]));
  expect(ofSecurity.get('Requests')).toContain('with the fixed value `*`, never with credentials');
});
