import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { replayTypePlate } from './replay-type.ts';

test.each([
  [1, 'Classic'],
  [2, 'Nadeo'],
  [3, 'Uncompetitive'],
  [4, 'Beta'],
  [5, 'Star'],
  [0, 'Standard, value 12,345'],
  [9, 'Standard, value 12,345'],
])('replay type %i is labelled "%s"', (replayType, label) => {
  const plate = replayTypePlate(replayType, 12_345);
  expect(plate.label).toBe(label);
  expect(existsSync(`public${plate.src}`)).toBe(true);
});
