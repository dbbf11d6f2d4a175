import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { slowest } from './slow-first.ts';

test('every file that is started first exists, and is named once', () => {
  expect(slowest.filter((file) => !existsSync(file))).toEqual([]);
  expect(new Set(slowest).size).toBe(slowest.length);
});
