import { expect, test } from 'vitest';
import { catalogue } from '../catalogue.ts';
import { earned } from './grant.ts';

const idOf = (name: string) => {
  const found = catalogue.find((one) => one.name === name);
  if (!found) throw new Error(`There is no achievement "${name}".`);
  return found.achievementId;
};
const grant = (name: string, trackId = 0) => ({
  achievementId: idOf(name),
  userId: 1,
  trackId,
  customText: '',
});

test.each([
  ['one', [grant('Favourite, Bronze', 5)], 'New achievement: Favourite, Bronze.'],
  [
    'the highest of a chain',
    [grant('Builder, Bronze'), grant('Builder, Silver')],
    'New achievement: Builder, Silver.',
  ],
  [
    'the same one for two tracks, and another',
    [grant('Favourite, Bronze', 5), grant('Favourite, Bronze', 6), grant('Builder, Bronze')],
    '3 new achievements: Favourite, Bronze for 2 tracks; Builder, Bronze.',
  ],
])('a notice of %s', (_, grants, text) => expect(earned(grants)).toBe(text));
