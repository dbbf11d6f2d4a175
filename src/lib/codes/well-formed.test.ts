import { expect, test } from 'vitest';
import { wellFormed } from './well-formed.ts';

test.each(['', 'plain', 'caf\u00e9 \u{1f3c1}', '\ud83c\udfc1', 'a\ud83cb', '\udfc1\ud83c', '\ud83c'])(
  '%j becomes what toWellFormed returns',
  (text) => {
    expect(wellFormed(text)).toBe(text.toWellFormed());
  },
);
