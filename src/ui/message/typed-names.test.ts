import { describe, expect, test } from 'vitest';
import { foundUsers, type KnownUsers, namesToLookUp } from './typed-names.ts';

describe('the names of one request', () => {
  test('are those that were not looked up yet', () => {
    const known: KnownUsers = new Map([
      ['Ann', 7],
      ['Ann Lee', null],
    ]);
    expect(namesToLookUp(['Ann Lee says', 'Ann Lee', 'Ann'], known)).toEqual(['Ann Lee says']);
  });

  test.each([
    [99, 99],
    [100, 100],
    [101, 100],
  ])('of %i, %i are sent', (typed, sent) => {
    const names = Array.from({ length: typed }, (_, number) => `n${number}`);
    expect(namesToLookUp(names, new Map())).toHaveLength(sent);
  });

  test('are shortened to an address that passes proxies, and are never none', () => {
    const long = Array.from({ length: 40 }, (_, number) => `${'я'.repeat(28)}${number}`);
    const first = namesToLookUp(long, new Map());
    expect(encodeURIComponent(first.join('')).length).toBeLessThanOrEqual(3000);
    expect(first.length).toBeGreaterThan(10);
    expect(namesToLookUp(['я'.repeat(1000)], new Map())).toHaveLength(1);
  });
});

test('the users found are the same map as before while nothing has changed', () => {
  const known: KnownUsers = new Map([
    ['Ann', 7],
    ['Ann Lee', null],
  ]);
  const before = new Map([['Ann', 7]]);
  expect(foundUsers(['Ann', 'Ann Lee', 'unknown'], known, before)).toBe(before);
  expect(foundUsers(['Ann'], known, new Map([['Ann', 8]]))).toEqual(before);
  expect(foundUsers([], known, before)).toEqual(new Map());
});
