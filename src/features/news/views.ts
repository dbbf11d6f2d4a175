import type { ViewDeclaration } from '#lib/query-language/view.ts';
import { newsSearchFields as fields } from './search.ts';

/** The news of the front page, without dismissed items. */
export const newsFrontPage: ViewDeclaration<(typeof fields)[number]> = {
  type: 'newsfrontpage',
  size: 5,
  fields,
  cursor: 'NewsId',
  scope: { indismissed: '0' },
  order: 2,
  empty: 'No results found',
};
