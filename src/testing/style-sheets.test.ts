import { readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allSites } from '#sites/all.ts';
import { readSources } from './architecture/sources.ts';
import { strangersIn } from './style-sheets.ts';

const sources = readSources(process.cwd());
const sheets = sources.filter(({ path }) => /^src\/(?!server).*\.css$/.test(path));

test('no component imports a style sheet: all of them are part of the one that every page links', () => {
  const importers = sources.filter(({ imports }) =>
    imports.some(({ specifier }) => specifier.endsWith('.css')),
  );
  expect(importers.map(({ path }) => path)).toEqual(['src/layouts/style-sheet.ts']);
});

test('no feature and no page styles what belongs to others', () => {
  expect(sheets.length).toBeGreaterThan(90);
  expect(strangersIn(sheets.filter(({ path }) => !/print|forced-colors/.test(path)))).toEqual([]);
});

test('a class of two features, and one of all pages without one of its own, are found', () => {
  const sheet = (path: string, text: string) => ({ path, text });
  expect(
    strangersIn([
      sheet('src/ui/Table.css', '@layer component { .tbl .tn { color: red } }'),
      sheet(
        'src/features/a/ui/A.css',
        '.row { top: 0 } .row .tn:is(.a, .b), .tbl .mark { top: 0 } /* .c { } */',
      ),
      sheet('src/features/b/ui/B.css', '@media (width > 9px) { .row { top: 0 } .tbl > tr { top: 0 } }'),
    ]),
  ).toEqual([
    'src/features/a/ui/A.css: .row',
    'src/features/b/ui/B.css: .row',
    'src/features/b/ui/B.css: .tbl > tr',
  ]);
});

/** Classes and variables of these sheets that no source names, neither whole nor by the beginning that it completes: `run--${n}`. */
function unusedIn(styles: readonly { path: string; text: string }[], code: string): string[] {
  const words = new Set(code.match(/[\w-]+/g));
  const beginnings = [...code.matchAll(/([\w-]+[-_])\$\{/g)].map(([, beginning = '']) => beginning);
  const rules = styles.map(({ path, text }) => ({
    path,
    text: text.replace(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, ''),
  }));
  const values = new Set(rules.flatMap(({ text }) => text.match(/var\((--[\w-]+)/g) ?? []));
  return rules.flatMap(({ path, text }) => {
    const selectors = [...text.matchAll(/([^{}]+)\{/g)].map(([, selector = '']) => selector).join(' ');
    const classes = [...selectors.matchAll(/\.([a-zA-Z][\w-]*)/g)]
      .map(([, name = '']) => name)
      .filter((name) => !words.has(name) && !beginnings.some((beginning) => name.startsWith(beginning)));
    const variables = [...text.matchAll(/(?<![\w-])(--[\w-]+):/g)]
      .map(([, name = '']) => name)
      .filter((name) => !values.has(`var(${name}`) && !words.has(name));
    return [...new Set([...classes, ...variables])].map((name) => `${path}: ${name}`);
  });
}

test('every class and variable of a style sheet is used', () => {
  const code = sources.filter(({ path }) => !/^src\/testing\/|\.(?:css|test\.tsx?|dbtest\.ts)$/.test(path));
  const text = code.map((source) => source.text).join('\n');
  // written by code that the game's own numbers complete
  const exempt = /: (?:p1|tint-\w+)$/;
  expect(unusedIn(sheets, text).filter((found) => !exempt.test(found))).toEqual([]);
  const sheet = { path: 'a.css', text: '/* .a */ .a--1 .b, .c { --d: 1; --e: 2; top: var(--e) }' };
  expect(unusedIn([sheet], 'const x = `a--\u0024{n}`; const y = "c";')).toEqual(['a.css: b', 'a.css: --d']);
});

test('widths at which a page changes are in em, so that larger letters get the layout of a narrower window', () => {
  const inPixels = /\((?:min|max)-width: *[\d.]+px\)/g;
  const found = sources.flatMap(({ path, text }) =>
    path.startsWith('src/testing/') ? [] : [...text.matchAll(inPixels)].map(([query]) => `${path}: ${query}`),
  );
  expect(found).toEqual([]);
  expect('@media (max-width: 760px) {').toMatch(inPixels);
});

test('text has only widths and weights that its font was cut to', () => {
  const styles = sheets.map(({ text }) => text).join('\n');
  const values = (pattern: RegExp) => [...styles.matchAll(pattern)].map((found) => Number(found[1]));
  const font = readFileSync('src/styles/fonts/text.css', 'utf8');
  const [weights, widths] = [/font-weight: (\d+) (\d+)/, /font-stretch: (\d+)% (\d+)%/].map((pattern) =>
    (pattern.exec(font) ?? []).slice(1).map(Number),
  );
  const used = {
    weights: values(/(?:font-weight|--w-\w+): (\d+)/g),
    widths: values(/(?:font-stretch|--wd-\w+): (\d+)%/g),
  };
  expect([Math.min(...used.weights), Math.max(...used.weights)]).toEqual(weights);
  expect([Math.min(...used.widths), 100]).toEqual(widths);
});

test('a page of any edition has at most 60 kB of fonts, also if it shows names of Central Europe', async () => {
  for (const { code } of await allSites()) {
    const parts = ['latin', 'central'].flatMap((part) => [
      `src/styles/fonts/text-${part}.woff2`,
      `sites/${code}/headline-${part}.woff2`,
    ]);
    const bytes = parts.reduce((sum, path) => sum + statSync(path).size, 0);
    expect(bytes, code).toBeLessThanOrEqual(60 * 1024);
  }
});
