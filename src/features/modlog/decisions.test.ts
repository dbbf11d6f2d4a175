import { expect, test } from 'vitest';
import { isAppealable } from './decisions.ts';
import { type ActName, actLabels } from './model.ts';

const acts = Object.keys(actLabels) as ActName[]; // its own keys

test('removals can be appealed against', () => {
  const removals = acts.filter((act) => /\.(delete|remove|lock|clean|revoke|mute|suspend|warn)$/.test(act));
  expect(removals.filter((act) => !isAppealable(act))).toEqual([]);
});

test('restorations and views of an evidence sheet cannot', () => {
  const others = acts.filter((act) => /\.(restore|unlock|grant|reopen|evidence)$/.test(act));
  expect(others.filter(isAppealable)).toEqual([]);
});
