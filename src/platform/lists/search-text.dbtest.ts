import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { chooser } from '#testing/chooser.ts';
import { testDb } from '#testing/db.ts';
import { hostileSearch, hostileSearches } from '#testing/hostile/searches.ts';
import { everyHostileText } from '#testing/hostile/texts.ts';
import { runSeed } from '#testing/run-seed.ts';
import { beginsWith, contains, hasEntries, hasWords, wordQuery } from './search-text.ts';

const seed = runSeed();
const { db } = await testDb();

const text = 'The quick-witted fox of example.org jumps over 3.5 lazy dogs, or cats';

/** What each of the conditions says about a text. */
async function conditions(typed: string) {
  const words = sql`to_tsvector('simple', ${text})`;
  const index = sql`array_to_tsvector(array['fox', 'it''s', 'a\\b', 'or'])`;
  const plain = typed.replaceAll('\0', '').toWellFormed(); // as forms and addresses are read
  const { rows } = await sql<{ words: boolean; entries: boolean; part: boolean; beginning: boolean }>`
    select ${hasWords(words, sql`${wordQuery(typed)}`)} as words,
      ${hasEntries(index, { whole: [typed], beginnings: [typed] })} as entries,
      ${contains(sql`${plain}::text`, sql`${plain}::text`)} as part,
      ${beginsWith(sql`${`${plain}!`}::text`, typed)} as beginning`.execute(db);
  return rows[0];
}

test('no text makes a search fail, and patterns are searched literally', async () => {
  const random = chooser(seed);
  const tooLong = [
    'x'.repeat(5000),
    '-'.repeat(5000),
    'word '.repeat(10_000),
    '"'.repeat(9999),
    `"${'ab '.repeat(5000)}`,
  ];
  const texts = [
    ...new Set([
      ...hostileSearches,
      ...everyHostileText,
      ...tooLong,
      ...Array.from({ length: 400 }, () => hostileSearch(random)),
    ]),
  ];
  expect(texts.length).toBeGreaterThan(700);
  for (const typed of texts)
    expect([typed, await conditions(typed)]).toMatchObject([typed, { part: true, beginning: true }]);
});

test.each([
  ['fox', true],
  ['FOX dogs', true],
  ['fox wolf', false],
  ['wolf or fox', true],
  ['wolf or or cats', true],
  ['wolf or', false],
  ['or', true],
  ['-wolf', true],
  ['fox -wolf', true],
  ['fox -dogs', false],
  ['--fox', false],
  ['fox - dogs', true],
  ['"lazy dogs"', true],
  ['"dogs lazy"', false],
  ['"lazy dogs', true],
  ['-"lazy dogs"', false],
  ['-"dogs lazy"', true],
  ['fox"lazy dogs"', true],
  ['quick-witted', true],
  ['witted', true],
  ['witted-quick', false],
  ['example.org', true],
  ['3.5', true],
  ['(fox | wolf) & !dogs', false],
  ["fox's \\", false],
  ['jumps:*', true],
  ['jump:*', false],
  ['', false],
  ['-', false],
  ['"" - ( 🏁', false],
])('the words %j are found: %s', async (typed, isFound) => {
  expect(await conditions(typed)).toMatchObject({ words: isFound });
});

test.each([
  [['fox'], [], true],
  [['fo'], [], false],
  [[], ['fo'], true],
  [["it's", 'a\\b', 'or'], ['a'], true],
  [["it'"], [], false],
  [['a\\\\b'], [], false],
  [['fox'], ['wolf'], false],
  [['fox', ''], [''], true],
  [[], [], false],
] as const)('entries %j and beginnings %j are found: %s', async (whole, beginnings, isFound) => {
  const index = sql`array_to_tsvector(array['fox', 'it''s', 'a\\b', 'or'])`;
  const { rows } = await sql<{
    found: boolean;
  }>`select ${hasEntries(index, { whole, beginnings })} as found`.execute(db);
  expect(rows).toEqual([{ found: isFound }]);
});

test.each([1, 199, 200, 201])('of a word of %d characters the first 200 are searched', async (length) => {
  expect(wordQuery('é'.repeat(length))).toBe(`"${'é'.repeat(Math.min(length, 200))}"`);
});

test('at most a hundred words are searched', () => {
  for (const count of [99, 100, 101])
    expect(wordQuery('w '.repeat(count)).split(' ')).toHaveLength(Math.min(count, 100));
});
