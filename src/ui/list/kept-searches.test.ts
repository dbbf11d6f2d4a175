import { expect, test } from 'vitest';
import { readKept, withRecent, withSaved, writeKept } from './kept-searches.ts';

const none = readKept(null);

test('the five newest searches are remembered, each once', () => {
  const kept = ['a', 'b', 'c', 'b', 'd', 'e', 'f'].reduce(
    (kept, word) => withRecent(kept, `?query=${word}`),
    none,
  );
  expect(kept.recent).toEqual(['?query=f', '?query=e', '?query=d', '?query=b', '?query=c']);
  expect(kept.saved).toEqual([]);
});

test('a saved search stays until its star is pressed again, and what is stored is read again', () => {
  const kept = withSaved(withRecent(none, '?query=a'), '?query=a');
  expect(readKept(writeKept(kept))).toEqual({ saved: ['?query=a'], recent: ['?query=a'] });
  expect(withSaved(kept, '?query=a').saved).toEqual([]);
  expect(readKept('{"of another version": 1}')).toEqual(none);
});
