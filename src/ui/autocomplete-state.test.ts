import { expect, test } from 'vitest';
import { chosenIn, closed, moved, offerOf } from './autocomplete-state.ts';

const choices = [
  { id: 1, label: 'Ann' },
  { id: 2, label: 'Ben' },
];

test('the arrow keys cycle through the choices and the typed text', () => {
  let offer = offerOf(choices);
  const seen = [1, 1, 1, -1, -1, -1].map((step) => {
    offer = moved(offer, step as 1 | -1); // the row above contains nothing else
    return chosenIn(offer)?.label ?? null;
  });
  expect(seen).toEqual(['Ann', 'Ben', null, 'Ben', 'Ann', null]);
});

test('without suggestions nothing is selected', () => {
  expect(offerOf([])).toEqual({ is: 'none' });
  expect(moved(closed, 1)).toBe(closed);
  expect(chosenIn(offerOf([]))).toBeUndefined();
});

test('new choices keep the selected one if it is still included', () => {
  const marked = moved(moved(offerOf(choices), 1), 1);
  expect(chosenIn(offerOf([{ id: 3, label: 'Bea' }, ...choices], marked))?.label).toBe('Ben');
  expect(chosenIn(offerOf([{ id: 3, label: 'Bea' }], marked))).toBeUndefined();
});
