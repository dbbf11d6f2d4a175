import { expect, test } from 'vitest';
import { attacksOn } from './attacks.ts';
import { type Expression, expressionsIn, readExpressions } from './collect.ts';
import { superlinear } from './growth.ts';

/** Expressions that no text from outside reaches, by path. All others are tested, whatever the file. */
const elsewhere: readonly (readonly [RegExp, string])[] = [
  [/\.(?:test|dbtest|e2e)\.tsx?$/, 'tests'],
  [/^src\/(?:testing|e2e)\//, 'tools of tests'],
  [/^src\/lib\/bbcode\/strict-html\.ts$/, 'reads HTML for tests'],
  [
    /^src\/scripts\//,
    'commands of the operator; they read files of the repository and their own measurements',
  ],
  [/^src\/demo\//, 'writes the demo community, from texts of the repository'],
  [/^src\/platform\/text\/theme\.ts$/, "reads an edition's theme and masthead"],
  [/^sites\/files\.ts$/, "checks an edition's theme and pictures"],
];

/** Expressions made of a value that is unknown here. */
const madeElsewhere: readonly (readonly [string, string])[] = [
  ['src/lib/video/site.ts', 'only compiles what the operator configured, to check it'],
];

const isElsewhere = ({ path }: Expression) => elsewhere.some(([pattern]) => pattern.test(path));

const everywhere = readExpressions(process.cwd(), ['src', 'sites', 'db']);
const fromOutside = everywhere.filter((expression) => !isElsewhere(expression));

test('the expressions that meet text from outside are found, and each exception is needed', () => {
  expect(fromOutside.length).toBeGreaterThan(400);
  const files = fromOutside.map(({ path }) => path);
  expect(files).toContain('src/lib/bbcode/text.ts');
  expect(files.some((path) => path.endsWith('.astro'))).toBe(true);
  const unneeded = elsewhere.filter(([pattern]) => !everywhere.some(({ path }) => pattern.test(path)));
  expect(unneeded).toEqual([]);
  const unknown = fromOutside.filter(({ source }) => source === null).map(({ path }) => path);
  expect(unknown).toEqual(madeElsewhere.map(([path]) => path));
});

test('no expression that meets text from outside takes more than linear time', () => {
  const tested = new Set<string>();
  const slow = fromOutside.flatMap(({ path, source, flags }) => {
    const written = `/${source}/${flags}`;
    if (source === null || tested.has(written)) return [];
    tested.add(written);
    const growth = superlinear(source, flags, attacksOn(source, flags));
    return growth ? [{ path, written, ...growth }] : [];
  });
  expect(slow).toEqual([]);
}, 120_000);

/** One expression of each way to be slow; the last ones are those that another detector found in this code base. */
test.each([
  ['a repetition before a literal', /[ \t]+\n/g],
  ['a repetition before the end', /=+$/],
  ['a nested repetition', /^(?:[a-z]+)+$/],
  ['alternatives that overlap', /^(?:a|aa)+$/],
  ['three repetitions', /^\d*\d*\d*x$/],
  ['a tag that never ends', /\[(\/?)quote(?:=([^\]\n]*))?\]/gi],
  ['an address within its own end', /^(?:\S*\/trackshow\/)?([1-9]\d{0,8})(?:[?#]\S*)?$/],
  ['a condition that is read again', /\+[^@]*(?=@)/],
  ['either side of a literal', /^[^\r\n]+@[^\r\n]+$/],
  ['what a back reference ends', /\[(user|track)\](.+?)\[\/\1\]/g],
  ['an optional part without end', /var\(--([\w-]+)(?:,([^)]*))?\)/g],
])(
  '%s is refused',
  (_, { source, flags }) => {
    expect(superlinear(source, flags, attacksOn(source, flags))).not.toBeNull();
  },
  60_000,
);

test.each([
  ['a repetition that begins a word', /(?<![ \t])[ \t]+\n/g],
  ['a bounded repetition', /[a-z]{1,40}:/g],
  ['one character', /[&<>"']/g],
  ['an anchored repetition', /^[a-z]+$/],
])('%s is linear', (_, { source, flags }) => {
  expect(superlinear(source, flags, attacksOn(source, flags))).toBeNull();
});

test('literals, constants and built expressions are found in TypeScript and in pages', () => {
  const code = `
    const HOST = String.raw\`[a-z\\d]+\`;
    const slash = /a\\/b/g;
    const whole = new RegExp(\`^https?://\${HOST}$\`, 'iu');
    const again = new RegExp(slash);
    const end = new RegExp('\\\\s+$' + HOST);
    const tag = (name: string) => new RegExp(\`\\\\[/\${name}\\\\]\`, 'g');
    const unknown = (given: string) => new RegExp(given);
  `;
  const expected = [
    ['a\\/b', 'g'],
    ['^https?://[a-z\\d]+$', 'iu'],
    ['a\\/b', 'g'],
    ['\\s+$[a-z\\d]+', ''],
    ['\\[/text\\]', 'g'],
    [null, ''],
  ];
  const found = (path: string, text: string) =>
    expressionsIn(path, text).map(({ source, flags }) => [source, flags]);
  expect(found('src/a.ts', code)).toEqual(expected);
  expect(found('src/a.astro', `---\n${code}\n---\n<p>{'x'.replace(/y/, '')}</p>`)).toEqual([
    ...expected,
    ['y', ''],
  ]);
});
