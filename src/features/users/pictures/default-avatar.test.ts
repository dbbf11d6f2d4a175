import { expect, test } from 'vitest';
import { defaultAvatar, initialsOf } from './default-avatar.ts';

test.each([
  ['Ann', 'AN'],
  ['ann the racer', 'AT'],
  ['x', 'X'],
  ['.:K.O:.', 'KO'],
  ['日本', '日本'],
  ['***', ''],
  ['\ud83d', ''],
  ['ß', 'SS'],
])('the initials of %j are %j', (name, initials) => expect(initialsOf(name)).toBe(initials));

test('a user always gets the same picture, and neighbours get others', () => {
  const pictures = Array.from({ length: 50 }, (_, userId) => defaultAvatar({ userId, name: 'Ann' }));
  expect(pictures[7]).toBe(defaultAvatar({ userId: 7, name: 'Ann' }));
  expect(new Set(pictures).size).toBeGreaterThan(40);
});

test('a name cannot add markup', () => {
  const svg = defaultAvatar({ userId: 1, name: '<script>"&' });
  expect(svg.match(/<[a-z]+/g)).toEqual(expect.not.arrayContaining(['<script']));
  expect(svg).toContain('>SC</text>');
});
