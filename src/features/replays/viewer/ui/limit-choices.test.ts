import { expect, test } from 'vitest';
import { maxRuns, viewOf } from '../../view-address.ts';
import { limitChoices } from './limit-choices.ts';

const boxes = (ticked: number) =>
  Array.from({ length: maxRuns + 2 }, (_, index) => ({ checked: index < ticked, disabled: false }));

test.each([
  [maxRuns - 1, 0],
  [maxRuns, 2],
  [maxRuns + 1, 1],
])('with %i replays ticked, %i of the others cannot be', (ticked, disabled) => {
  const all = boxes(ticked);
  limitChoices(all, maxRuns);
  expect(all.filter((box) => box.disabled)).toHaveLength(disabled);
  expect(all.some((box) => box.disabled && box.checked)).toBe(false);
});

test('when one is taken back, all can be ticked again', () => {
  const all = boxes(maxRuns);
  limitChoices(all, maxRuns);
  for (const box of all.slice(0, 1)) box.checked = false;
  limitChoices(all, maxRuns);
  expect(all.some((box) => box.disabled)).toBe(false);
});

const named = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));

test.each([
  ['one below the limit', named(maxRuns - 1), maxRuns - 1, false],
  ['the limit', named(maxRuns), maxRuns, false],
  ['one above it', named(maxRuns + 1), maxRuns, true],
  ['the limit, one of them twice', [...named(maxRuns), '1'], maxRuns, false],
])('an address that names %s', (_, ids, shown, hasMore) => {
  const query = new URLSearchParams(ids.map((id) => ['replays', id]));
  const view = viewOf(query);
  expect([view.replayIds.length, view.hasMore]).toEqual([shown, hasMore]);
});
