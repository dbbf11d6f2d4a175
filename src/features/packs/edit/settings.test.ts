import { expect, test } from 'vitest';
import { packSettings, usualSettings } from './settings.ts';

const rules = packSettings(1, [1, 7]);
const messageOf = (change: object) =>
  rules.safeParse({ ...usualSettings, PackName: 'A pack', ...change }).error?.issues[0]?.message ?? null;

test.each([
  [[], null],
  [[7, 1, 7], null],
  [[2], 'Environments: choose environments of this edition.'],
  // a field that is no number
  [[1, Number.NaN], 'Environments: choose environments of this edition.'],
])('environments %j: %s', (Environments, message) => {
  expect(messageOf({ Environments })).toBe(message);
});
