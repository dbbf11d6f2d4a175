import { expect, test } from 'vitest';
import { allActs } from '../acts/server/all.ts';
import { isSubjectKind, subjectLabels } from '../subjects.ts';
import { actKeys, reservedKeys } from './act-keys.ts';

/** Acts of which a case offers one: the same subject is an award or a comment, and one that is removed or not. */
const alternatives: readonly (readonly string[])[] = [
  ['comment.delete', 'award.delete'],
  ['comment.restore', 'award.restore'],
];
const areAlternatives = (one: string, other: string) =>
  alternatives.some((group) => group.includes(one) && group.includes(other));

test('in no case do two acts have the same key', () => {
  for (const kind of Object.keys(subjectLabels).filter(isSubjectKind)) {
    const offered = allActs.filter(({ kinds }) => kinds.includes(kind) || kinds.includes('user'));
    for (const { name } of offered)
      for (const { name: other } of offered)
        if (name < other && actKeys[name] !== undefined && !areAlternatives(name, other))
          expect(actKeys[name], `${name} and ${other} on ${kind}`).not.toBe(actKeys[other]);
  }
});

test('removing and restoring have the same keys, whatever is removed', () => {
  for (const { name, label } of allActs) {
    if (/^Remove the /.test(label)) expect([name, actKeys[name]]).toEqual([name, 'r']);
    if (/^Restore the /.test(label)) expect([name, actKeys[name]]).toEqual([name, 'o']);
  }
});

test('keys are single letters that the page does not use otherwise, and each belongs to an act', () => {
  const names: readonly string[] = allActs.map(({ name }) => name);
  for (const [name, key] of Object.entries(actKeys)) {
    expect(names).toContain(name);
    expect(key).toMatch(/^[a-z]$/);
    expect(reservedKeys).not.toContain(key);
  }
});
