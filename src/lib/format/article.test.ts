import { expect, test } from 'vitest';
import { withArticle } from './article.ts';

test.each([
  ['Island', 'an Island'],
  ['Bay', 'a Bay'],
  ['award', 'an award'],
  ['Unknown', 'an Unknown'],
  ['', 'a '],
])('%s: %s', (word, shown) => expect(withArticle(word)).toBe(shown));
