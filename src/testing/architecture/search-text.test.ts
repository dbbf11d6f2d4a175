import { expect, test } from 'vitest';
import { searchComplaint } from './search-text.ts';
import { readSources, source } from './sources.ts';

test('searches for words and patterns are made in one file only', () => {
  const sources = readSources(process.cwd());
  expect(sources.length).toBeGreaterThan(1000);
  expect(sources.map(searchComplaint).filter((complaint) => complaint !== null)).toEqual([]);
});

const complain = (code: string, path = 'src/features/forum/server/x.ts') =>
  searchComplaint(source(path, code));

test.each([
  ['a search for words', `sql\`words @@ websearch_to_tsquery('simple', \${typed})\``],
  ['another function', `sql\`words @@ to_tsquery(\${typed})\``],
  ['a query that is cast', `sql\`words @@ \${typed}::tsquery\``],
  ['a pattern', `sql\`name LIKE '%' || \${part}\``],
  ['a pattern from a value', `sql\`name ilike \${part}\``],
  ['several patterns', `sql\`name like any(\${parts})\``],
  ['a pattern of Kysely', `db.where('name', 'ilike', part)`],
  ['a pattern of Kysely that is refused', `eb(eb.ref('name'), 'not like', part)`],
  ['a regular expression', `sql\`name ~* \${typed}\``],
  ['a regular expression of Kysely', `db.where('name', '~', typed)`],
  ['a regular expression of a function', `sql\`regexp_replace(name, \${typed}, '')\``],
  ['similar names', `sql\`word_similarity(name, \${typed})\``],
])('%s elsewhere is refused', (_, code) => {
  expect(complain(code)).toMatch(/^src\/features\/forum\/server\/x\.ts searches by “.+”/);
});

test.each([
  ['the file itself', 'src/platform/lists/search-text.ts', `sql\`name like \${part}\``],
  ['a test', 'src/features/forum/server/x.dbtest.ts', `sql\`name like \${part}\``],
  ['a fixed expression', 'src/features/x/server/x.ts', `sql\`regexp_replace(name, '[a-z]', '') ~ '^a'\``],
  ['a comment', 'src/features/x/server/x.ts', `// name like \${part}`],
  ['English', 'src/features/x/server/x.ts', `const says = 'It looks like any other, like this';`],
])('%s passes', (_, path, code) => expect(complain(code, path)).toBeNull());
