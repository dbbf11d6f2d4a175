import type { ViewDeclaration } from '#lib/query-language/view.ts';
import { newsSearchFields as fields } from './search.ts';

/** The front page's news; what one has put away is left out. */
export const newsFrontPage: ViewDeclaration<(typeof fields)[number]> = {
  type: 'newsfrontpage',
  size: 5,
  fields,
  cursor: 'NewsId',
  scope: { indismissed: '0' },
  order: 2,
  empty: 'No results found',
};
