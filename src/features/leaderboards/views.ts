import type { ViewDeclaration } from '#lib/query-language/view.ts';
import { leaderboardSearchFields as fields } from './search.ts';

type BoardView = ViewDeclaration<(typeof fields)[number]>;

const board = {
  fields,
  cursor: 'Position',
  scope: { lbid: '0', lbenv: '0' },
  order: 2,
  empty: 'No qualifying players found',
} as const;

/** The board of the front page. */
export const boardFrontPage: BoardView = { ...board, type: 'lbfrontpage', size: 10 };

/** The same in a sidebar: five at a time. */
export const boardFrontPageMini: BoardView = { ...board, type: 'lbfrontpagemini', size: 5 };

/** The board of a pack (`lbid` is its id). */
export const packBoard: BoardView = {
  ...board,
  type: 'trackpackleaderboard',
  size: 25,
  scope: { lbenv: '0' },
  jumpsToFirst: true,
};
