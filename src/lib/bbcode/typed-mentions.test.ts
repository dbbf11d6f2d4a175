import { expect, test } from 'vitest';
import { maxTypedMentions, typedMentions, withNames, withReferences } from './typed-mentions.ts';

const users = new Map([
  ['Ann', 7],
  ['Ann Lee', 8],
  ['[GER]Speedy', 9],
  ['J.R.', 10],
  ['Łukasz', 11],
  ['o\u0301x', 12],
  ['a'.repeat(30), 13],
  ['x y z (1) [2] + = | ! ~ .', 14],
]);

test.each([
  ['@Ann', '[user]7[/user]'],
  [
    'Hi @Ann, @Ann! (@Ann) “@Ann” @Ann’s',
    'Hi [user]7[/user], [user]7[/user]! ([user]7[/user]) “[user]7[/user]” [user]7[/user]’s',
  ],
  ['@Ann Lee and @Ann Leeds', '[user]8[/user] and [user]7[/user] Leeds'],
  [
    '@[GER]Speedy @J.R. @J.R.. @Łukasz: go',
    '[user]9[/user] [user]10[/user] [user]10[/user]. [user]11[/user]: go',
  ],
  ['[b]@Ann[/b]\n@Ann', '[b][user]7[/user][/b]\n[user]7[/user]'],
  ['@ann @Anna @Ann_ @ Ann @An', '@ann @Anna @Ann_ @ Ann @An'],
  ['mail me@Ann.org a.@Ann @@Ann', 'mail me@Ann.org a.@Ann @@Ann'],
  ['https://a.eu/?u=@Ann https://a.eu/@Ann', 'https://a.eu/?u=@Ann https://a.eu/@Ann'],
  [
    '[code]@Ann[/code] [url=a.eu/@Ann]@Ann[/url] [quote=@Ann]x',
    '[code]@Ann[/code] [url=a.eu/@Ann]@Ann[/url] [quote=@Ann]x',
  ],
  ['[code]x @Ann', '[code]x [user]7[/user]'],
  [`@${'a'.repeat(30)}`, '[user]13[/user]'],
  [`@${'a'.repeat(31)}`, `@${'a'.repeat(31)}`],
  ['@x y z (1) [2] + = | ! ~ . ok', '[user]14[/user] ok'],
])('%j is stored as %j', (text, stored) => expect(withReferences(text, users)).toBe(stored));

test.each([
  [maxTypedMentions - 1, maxTypedMentions - 1],
  [maxTypedMentions, maxTypedMentions],
  [maxTypedMentions + 1, maxTypedMentions],
])('of %s at signs %s may be mentions', (typed, read) => {
  expect(typedMentions('@Ann '.repeat(typed))).toHaveLength(read);
});

test('a field shows references to known users by name', () => {
  expect(withNames('[user]7[/user], [user]99[/user]', new Map([[7, 'Ann']]))).toBe('@Ann, [user]99[/user]');
});
