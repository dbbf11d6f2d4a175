import { expect, test } from 'vitest';
import { cleanName, emailKey, emailMistake, localPath, nameKey, nameMistake } from './model.ts';

test.each([
  ['Ann'],
  ['Jo'],
  ['spam_.-x'],
  ["O'Neil"],
  ['Łukasz Ж'],
  ['日本'],
  ['(clan) ~Bo!'],
  ['a'.repeat(30)],
  ['[x] 1'],
])('the name %s may be taken', (name) => expect(nameMistake(cleanName(name))).toBeNull());

test.each([
  ['a', 'at least 2'],
  ['', 'at least 2'],
  ['a'.repeat(31), 'at most 30'],
  ['ann@x', 'cannot hold "@"'],
  ['<b>', 'cannot hold "<"'],
  ['a\u202Eb', 'cannot hold'],
  ['a\u200Bb', 'cannot hold'],
  ['$f00ann', 'cannot hold "$"'],
  ['--', 'two letters'],
  ['e\u0330\u0331\u0332\u0333x', 'too many marks'],
  ['Admin', 'kept for the site'],
  ['Моderаtor', 'kept for the site'],
  ['SITE  leader', 'kept for the site'],
])('the name %s is refused: %s', (name, reason) => expect(nameMistake(cleanName(name))).toContain(reason));

test.each([
  ['Ann', 'ann'],
  ['Ann', 'АNN'],
  ['Ann', 'Änn'],
  ['Bob  B', 'bob b'],
])('%s and %s are one name', (one, other) => expect(nameKey(cleanName(one))).toBe(nameKey(cleanName(other))));

test.each([['ann@example.org'], ['a.b+c@sub.example.co.uk'], ['ü@exämple.de']])(
  '%s can be an address',
  (email) => expect(emailMistake(email)).toBeNull(),
);

test.each([
  ['ann'],
  ['@example.org'],
  ['ann@'],
  ['ann@host'],
  ['a b@example.org'],
  ['ann@example..org'],
  ['a,b@example.org'],
  ['a@b@example.org'],
  ['"a"@example.org'],
  ['ann@example.org\r\nBcc: x@y.eu'],
  [`${'a'.repeat(250)}@example.org`],
])('%j cannot be an address', (email) => expect(emailMistake(email)).not.toBeNull());

test('an address is the same in any case', () =>
  expect(emailKey(' Ann@Example.ORG ')).toBe('ann@example.org'));

test.each([
  ['/trackshow/1?packid=2#top', '/trackshow/1?packid=2#top'],
  ['/', '/'],
  ['/a/../b', '/b'],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['/\t/evil.example', null],
  ['\\\\evil.example', null],
  ['https://evil.example/', null],
  ['javascript:alert(1)', null],
  ['trackupload', null],
  ['/..//evil.example', null],
  ['', null],
  [undefined, null],
  [`/${'a'.repeat(3000)}`, null],
])('after signing in, %j leads to %j', (path, goal) => expect(localPath(path)).toBe(goal));
