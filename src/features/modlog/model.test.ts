import { expect, test } from 'vitest';
import { actLabel, actLabels } from './model.ts';

test('the label of an act is a phrase, never its key', () => {
  for (const act of Object.keys(actLabels)) expect(actLabel(act)).toMatch(/^[A-Z][a-z]+ an? [a-z ]+$/);
});

test('acts of former versions keep their labels', () => {
  for (const act of ['report.take', 'report.solve', 'report.reject'])
    expect(actLabel(act)).toMatch(/ a report$/);
});

test('an unknown act is shown by its key', () => expect(actLabel('track.other')).toBe('track.other'));
