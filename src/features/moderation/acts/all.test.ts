import { expect, test } from 'vitest';
import { actLabel } from './server/acts-by-name.ts';
import { allActs } from './server/all-acts.ts';

const named = (expression: RegExp) => allActs.filter(({ name }) => expression.test(name));

test('the label of an act is a phrase, never its key', () => {
  for (const { label } of allActs) expect(label).toMatch(/^[A-Z][a-z]+ an? [a-z ]+$/);
});

test('acts of former versions keep their labels', () => {
  for (const act of ['report.take', 'report.solve', 'report.reject'])
    expect(actLabel(act)).toMatch(/ a report$/);
});

test('an unknown act is shown by its key', () => expect(actLabel('track.other')).toBe('track.other'));

test('removals can be appealed against', () => {
  const removals = named(/\.(delete|remove|lock|clean|revoke|mute|suspend|warn)$/);
  expect(removals.filter(({ effect }) => effect !== 'appealable')).toEqual([]);
});

test('restorations and views of an evidence sheet cannot', () => {
  const others = named(/\.(restore|unlock|grant|reopen|evidence)$/);
  expect(others.filter(({ effect }) => effect === 'appealable')).toEqual([]);
});

test('why an edit cannot be undone follows another sentence, so it has no colon', () => {
  for (const { cannot } of named(/^(news|pack|track|video)\.edit$/))
    expect(cannot).toMatch(/^The log shows [^:]+\.$/);
});
