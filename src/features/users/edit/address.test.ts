import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { app } from '#app.ts';
import { addressProblem, lookOf, ownFirstParts } from './address.ts';

const length = /3 to 32 characters/;
test.each([
  ['ab', length],
  ['abc', null],
  ['a'.repeat(32), null],
  ['a'.repeat(33), length],
  ['spam-er_7', null],
  ['123', /at least one letter/],
  ['-_-', /at least one letter/],
  ['späm', /letters a to z/],
  ['a b c', /letters a to z/],
  ['spam/er', /letters a to z/],
  ['trackshow', /reserved/],
  ['track-show', /reserved/],
  ['robots', /reserved/],
  ['r0bots', /reserved/],
  ['api', /reserved/],
  ['users', /reserved/],
])('%s', (address, problem) => {
  const found = addressProblem(address);
  if (problem === null) expect(found).toBeNull();
  else expect(found).toMatch(problem);
});

test('the first part of every page and route of our own is reserved', () => {
  const pages = readdirSync('src/pages')
    .filter((name) => !name.startsWith('_'))
    .map((name) => name.replace(/\.astro$/, ''));
  const routes = Object.keys(app.routes)
    // addresses of old programs have a dot, which no custom address has
    .filter((key) => !key.includes('.aspx'))
    .map((key) => key.split(/[/.:]/)[1] ?? '');
  const allowed = [...pages, ...routes].filter(
    (part) => /^[a-z0-9_-]{3,32}$/.test(part) && addressProblem(part) === null,
  );
  expect(new Set(allowed)).toEqual(new Set());
});

test('addresses that look alike have a common key', () => {
  for (const [one, other] of [
    ['spam', '5pam'],
    ['lil', '1i1'],
    ['corner', 'comer'],
    ['mr-x', 'mr_x'],
    ['vvin', 'win'],
  ] as const)
    expect(lookOf(one)).toBe(lookOf(other));
  expect(lookOf('ann')).not.toBe(lookOf('anna'));
  expect(ownFirstParts()).toContain('usershow');
});
