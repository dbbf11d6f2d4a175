import { expect, test } from 'vitest';
import { personalLists } from '#features/search/navigation.ts';
import { trackVariant } from './search-variants.ts';

test('own lists of tracks have the words of the menu as their heading', () => {
  const own = personalLists.flatMap(({ label, href }) => {
    const kind = /^\/tracksearch\/(\w+)$/.exec(href)?.[1];
    return kind ? [[label, trackVariant(kind, 7)?.title]] : [];
  });
  expect(own.length).toBeGreaterThanOrEqual(4);
  for (const [label, title] of own) expect(title).toBe(label);
});
