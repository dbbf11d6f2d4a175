import { expect, test } from 'vitest';
import { mentionedIn } from './mentions.ts';

const users = (count: number) =>
  Array.from({ length: count }, (_, index) => `[user]${index + 1}[/user]`).join(' ');

test.each([
  ['nobody', []],
  ['[user]7[/user] and [b][user]3[/user][/b], [user]7[/user]', [7, 3]],
  ['[quote=Ann]ask [user]7[/user][/quote] I ask [user]8[/user]', [8]],
  ['[quote][quote][user]7[/user][/quote][user]8[/user][/quote][user]9[/user]', [9]],
  ['[code][user]7[/user][/code]', []],
  ['[spoiler][user]7[/user][/spoiler][track]8[/track]', [7]],
  ['[user]a1[/user] [user]0x7[/user] [user]99999999999[/user]', []],
])('%j mentions %j', (text, ids) => {
  expect(mentionedIn(text)).toEqual(ids);
});

test.each([
  [9, 9],
  [10, 10],
  [11, 10],
])('of %s people %s are mentioned', (people, mentioned) => {
  expect(mentionedIn(users(people))).toHaveLength(mentioned);
});
