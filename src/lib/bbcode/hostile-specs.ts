import type { Limits } from './limits.ts';

/** Inputs that are repeated to slow a parser down: nesting, missing ends, near misses. */
export const HOSTILE: readonly string[] = [
  '[b]',
  '[quote]',
  '[/b]',
  '[list][*]',
  '[*]',
  '[b][/b]',
  '[img]',
  '[url]',
  '[url=',
  '[url=a.eu/]',
  '[url="',
  '[code]',
  '[track]1',
  '[x]',
  '[',
  ']',
  '[[b]]',
  '[b=',
  ':)',
  ':) ',
  'http://',
  'http://a.eu/',
  'www.',
  'http://a.eu/) ',
  '(',
  '\n',
  '[b][i][/b][/i]',
  '[list][/list]\n',
  '[color=red]',
  '[/quote][quote=x]',
  '[youtube]',
  'a.',
  '<',
];

/** Effectively no limits, to measure the parser itself. */
export const UNLIMITED: Limits = {
  characters: 1e9,
  tags: 1e9,
  depth: 1e9,
  quotes: 1e9,
  images: 1e9,
  smileys: 1e9,
  addresses: 1e9,
};
