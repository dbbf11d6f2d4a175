import { expect, test } from 'vitest';
import { lookAlikeKeys } from '#features/users/look-alikes.ts';
import { cleanName, emailKey, emailMistake, nameKey, nameMistake } from './model.ts';

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
  ['می\u200cخواهم'],
  ['क्\u200dष'],
  ['1\ufe0f\u20e3 Ann'],
  ['Ann\ufe0f'],
])('the name %s is allowed', (name) => expect(nameMistake(cleanName(name), [])).toBeNull());

test.each([
  ['a', 'at least 2'],
  ['', 'at least 2'],
  ['a'.repeat(31), 'at most 30'],
  ['ann@x', 'can’t contain “@”'],
  ['<b>', 'can’t contain “<”'],
  ['a\u202Eb', 'cannot contain'],
  ['a\u200Bb', 'cannot contain'],
  ['$f00ann', 'can’t contain “$”'],
  ['--', 'two letters'],
  ['e\u0330\u0331\u0332\u0333x', 'too many accents'],
  ['Admin', 'reserved for the site'],
  ['Моderаtor', 'reserved for the site'],
  ['SITE  leader', 'reserved for the site'],
  ['admin.', 'reserved for the site'],
  ['(admin)', 'reserved for the site'],
  ['|admin|', 'reserved for the site'],
  ['adm1n', 'reserved for the site'],
  ['adm|n', 'reserved for the site'],
  ['4dm1n', 'reserved for the site'],
  ['Site-Leader!', 'reserved for the site'],
  ['ａｄｍｉｎ', 'reserved for the site'],
  ['аdmіn', 'reserved for the site'],
  ['r00t', 'reserved for the site'],
  ['admin\u3164', 'invisible'],
  ['\u3164\u3164', 'invisible'],
  ['a\u115Fdmin', 'invisible'],
  ['\uFFA0ann', 'invisible'],
  ['an\u034Fn', 'invisible'],
  ['ann\u{E0041}', 'invisible'],
])('the name %s is refused: %s', (name, reason) =>
  expect(nameMistake(cleanName(name), [])).toContain(reason),
);

test.each([
  ['Ann', 'ann'],
  ['Ann', 'АNN'],
  ['Ann', 'Änn'],
  ['Bob  B', 'bob b'],
  ['می\u200cخواهم', 'میخواهم'],
])('%s and %s are the same name', (one, other) =>
  expect(nameKey(cleanName(one))).toBe(nameKey(cleanName(other))),
);

test.each([
  ['alice', 'aIice'],
  ['alice', 'ALICE'],
  ['Alice', 'a|ice'],
  ['Alice', '(alice)'],
  ['Alice', 'al.ice'],
  ['Alice', 'Al Ice'],
  ['paypal', 'раураl'],
  ['Modern', 'Modem'],
  ['Bob0', 'BobO'],
  ['Zoë', 'Z0e'],
  ['ab', 'Ａｂ'],
])('%s and %s look alike', (one, other) =>
  expect(lookAlikeKeys(one).some((key) => lookAlikeKeys(other).includes(key))).toBe(true),
);

test.each([
  ['Kai', 'Kal'],
  ['Lia', 'Ila'],
  ['Bob 1', 'Bob 2'],
  ['Driver 10', 'Driver 1'],
  ['日本', '日木'],
  ['Ann', 'Anna'],
])('%s and %s are different names', (one, other) =>
  expect(lookAlikeKeys(one).some((key) => lookAlikeKeys(other).includes(key))).toBe(false),
);

test.each([['ann@example.org'], ['a.b+c@sub.example.co.uk'], ['ü@exämple.de']])(
  '%s is accepted as an address',
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
  ['an\0n@example.org'],
  ['ann@exam\u0007ple.org'],
  ['alice@demo.invalid'],
  ['alice@DEMO.Invalid'],
  [`${'a'.repeat(250)}@example.org`],
])('%j is refused as an address', (email) => expect(emailMistake(email)).not.toBeNull());

test('addresses are compared without case', () =>
  expect(emailKey(' Ann@Example.ORG ')).toBe('ann@example.org'));
