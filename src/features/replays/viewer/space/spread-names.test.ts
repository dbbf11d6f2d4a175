import { expect, test } from 'vitest';
import { spreadNames } from './spread-names.ts';

const name = (x: number, y: number, width = 60) => ({ x, y, width });

test('names that are apart stay over their cars', () => {
  expect(spreadNames([name(0, 0), name(70, 0), name(0, 40)])).toEqual([0, 0, 0]);
});

test('those that would cover each other are stacked, the first one lowest', () => {
  expect(spreadNames([name(0, 0), name(10, 0), name(-10, 0)])).toEqual([0, 22, 44]);
});

test('of twenty cars at the start, five names are shown', () => {
  const raised = spreadNames(Array.from({ length: 20 }, (_, at) => name(at, 100)));
  expect(raised.filter((each) => each !== null)).toEqual([0, 22, 44, 66, 88]);
  expect(raised.slice(0, 5)).toEqual([0, 22, 44, 66, 88]);
});
