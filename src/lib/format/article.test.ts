import { expect, test } from 'vitest';
import { withArticle } from './article.ts';

test.each([
  ['Island', 'an Island'],
  ['Bay', 'a Bay'],
  ['award', 'an award'],
  ['Unknown', 'an Unknown'],
  ['user', 'a user'],
  ['United', 'a United'],
  ['', 'a '],
])('%s: %s', (word, shown) => expect(withArticle(word)).toBe(shown));
