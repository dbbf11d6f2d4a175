import { expect, test } from 'vitest';
import { shortcutGroups } from './keys.ts';

test('every shortcut of a single character is marked as one', () => {
  for (const { shortcuts } of shortcutGroups)
    for (const { keys, isLetter, does } of shortcuts)
      expect(isLetter ?? false, does).toBe(keys.every((key) => /^[\w?/+−…]$/.test(key)));
});
