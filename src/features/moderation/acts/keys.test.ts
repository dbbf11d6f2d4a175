import { expect, test } from 'vitest';
import { isSubjectKind, subjectLabels } from '../subjects.ts';
import { isPerformed } from './server/acts-by-name.ts';
import { allActs } from './server/all-acts.ts';

/** Keys that the page of a case uses for something other than acts. */
const reservedKeys = 'jkntusx';

const offers = allActs.flatMap((act) =>
  isPerformed(act) && act.offer ? [{ name: act.name, ...act.offer }] : [],
);

/** Acts of which a case offers one: the same subject is an award or a comment, and one that is removed or not. */
const alternatives: readonly (readonly string[])[] = [
  ['comment.delete', 'award.delete'],
  ['comment.restore', 'award.restore'],
];
const areAlternatives = (one: string, other: string) =>
  alternatives.some((group) => group.includes(one) && group.includes(other));

test('in no case do two acts have the same key', () => {
  for (const kind of Object.keys(subjectLabels).filter(isSubjectKind)) {
    const offered = offers.filter(({ kinds }) => kinds.includes(kind) || kinds.includes('user'));
    for (const { name, key } of offered)
      for (const { name: other, key: otherKey } of offered)
        if (name < other && key !== undefined && !areAlternatives(name, other))
          expect(key, `${name} and ${other} on ${kind}`).not.toBe(otherKey);
  }
});

test('removing and restoring have the same keys, whatever is removed', () => {
  for (const { name, button, key } of offers) {
    if (/^Remove the /.test(button)) expect([name, key]).toEqual([name, 'r']);
    if (/^Restore the /.test(button)) expect([name, key]).toEqual([name, 'o']);
  }
});

test('keys are single letters that the page does not use otherwise', () => {
  for (const { key } of offers.filter(({ key }) => key !== undefined)) {
    expect(key).toMatch(/^[a-z]$/);
    expect(reservedKeys).not.toContain(key);
  }
});
