import { expect, test } from 'vitest';
import { latinKey } from './latin-key.ts';

test.each([
  ['a Latin layout', 's', 'KeyS', 's'],
  ['a Latin layout with Shift', 'S', 'KeyS', 's'],
  ['a layout that moves Latin letters: the letter counts, not its place', 'a', 'KeyQ', 'a'],
  ['a Cyrillic layout', 'ы', 'KeyS', 's'],
  ['a Cyrillic layout with Shift', 'Ы', 'KeyS', 's'],
  ['a Greek layout', 'σ', 'KeyS', 's'],
  ['a Hebrew layout', 'ד', 'KeyS', 's'],
  ['an accented letter of a Latin layout', 'é', 'Digit2', 'é'],
  ['a letter on a key without a Latin one', 'ж', 'Semicolon', 'ж'],
  ['the question mark, wherever it is', '?', 'Digit7', '?'],
  ['the slash of a Cyrillic layout', '.', 'Slash', '.'],
  ['a digit', '5', 'Digit5', '5'],
  ['a named key', 'ArrowDown', 'ArrowDown', 'arrowdown'],
  ['a dead key', 'Dead', 'KeyS', 'dead'],
])('%s', (_, key, code, expected) => {
  expect(latinKey({ key, code })).toBe(expected);
});
