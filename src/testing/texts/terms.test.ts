import { expect, test } from 'vitest';
import { readSources } from '../architecture/sources.ts';
import { textsIn } from './read-texts.ts';

/** Words that texts of the site no longer use, and the word for each. */
const former: readonly [RegExp, string][] = [
  [/\be-mails?\b/i, 'email'],
  [/\bhello \$/i, 'Hi'],
  [/Tonight|\bPlay later list\b/i, 'Play later'],
  [/\bmap list\b|\blist to come\b/i, 'track list'],
  [/\bbeta maps?\b|\bmaps? found\b/i, 'track'],
  [/\bto (?:first|previous)$/i, 'Gap, Interval'],
  [/\bsince yesterday$|\bClimb\b/, '24 h'],
  [/\bfull board\b|\bstandard board\b|\btype of (?:the|this) track\b/i, 'leaderboard, leaderboard type'],
  [
    /\bpost(?:s|ed|ing)? (?:a |an |the |this |your |many |more )?replays?\b|\breplays? (?:was|were) posted\b/i,
    'upload',
  ],
  [/\bacts? of moderators\b|\bwithout an act\b|\bthis act\b|\bacts undone\b/i, 'action'],
  [/\bwithh(?:old|eld)\b|\bheld back\b/i, 'hold for review'],
  [/\bperson concerned\b/i, 'user'],
  [/^(?:Keep it|Stay here)$/, 'Cancel'],
  [/\bcode app\b/i, 'authenticator app'],
  [/[a-z]'(?:t|s|re|ll|ve|d|m)\b/i, 'an apostrophe: ’'],
];

/** Texts with a former word that old tools and habits rely on. */
const kept = [
  'No maps found',
  'Public Beta Map',
  'Track added to Play Later list!',
  'Track removed from Play Later list!',
  "Trackpack doesn't exist",
  'no maps found',
];

const faultsIn = (texts: readonly string[]): string[] =>
  texts.flatMap((text) =>
    kept.includes(text)
      ? []
      : former.filter(([word]) => word.test(text)).map(([, wanted]) => `“${text}”: write ${wanted}`),
  );

const isShown = (path: string): boolean =>
  /^(?:src\/(?:features|pages|layouts|ui|platform|lib|server)|sites)\//.test(path) &&
  /\.(?:ts|tsx|astro)$/.test(path) &&
  !/\.(?:test|dbtest|e2e)\.tsx?$/.test(path);

const sources = readSources(process.cwd()).filter(({ path }) => isShown(path));
const texts = sources.flatMap(({ path, text }) => textsIn(path, text));

test('texts of the site use one word for one thing', () => {
  expect(texts.length).toBeGreaterThan(5000);
  expect(faultsIn(texts)).toEqual([]);
});

/** A time may be shown as "5 minutes ago", and nothing happens since then: the text names what happened instead, such as "registered". */
const sinceWhen = /\bsince\s*<When\b/;

test('no text says “since 5 minutes ago”', () => {
  const found = sources.filter(({ text }) => sinceWhen.test(text)).map(({ path }) => path);
  // the day of an earlier visit: at least “yesterday”
  expect(found).toEqual(['src/ui/list/NewSince.tsx']);
  expect('since\n  <When at={at} now={now} />').toMatch(sinceWhen);
});

test('every text that keeps a former word is used', () => {
  expect(kept.filter((text) => !texts.includes(text))).toEqual([]);
});

test.each([
  ['a string', 'a.ts', `const a = 'Send an e-mail';`],
  ['a template', 'a.ts', `const a = \`Hello \${name},\`;`],
  ['text of a component', 'a.tsx', 'const a = <p>Full board</p>;'],
  ['a typewriter’s apostrophe', 'a.ts', 'const a = "It doesn\'t exist";'],
  ['an attribute', 'a.tsx', 'const a = <Button label="Post replays" />;'],
  ['text of a page', 'a.astro', '---\nconst a = 1;\n---\n<p>\n  Your Play Later\n  list\n</p>'],
])('a former word is found in %s', (_, path, code) => {
  expect(faultsIn(textsIn(path, code))).toHaveLength(1);
});

test('comments, imports and types are no texts', () => {
  const code = `// e-mail\nimport { a } from './e-mail.ts';\ntype B = 'e-mail';\nconst c: 'e-mail' | null = null;`;
  expect(textsIn('a.ts', code)).toEqual([]);
});
