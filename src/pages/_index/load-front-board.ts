import { leaderboardList } from '#features/leaderboards/server/list.ts';
import { boardFrontPage } from '#features/leaderboards/views.ts';
import { loadView } from '#layouts/lists/load-view.ts';
import type { Ctx } from '#platform/context.ts';

/** The boards of the front page next to the short one of Standard tracks, in the order in which one is chosen. */
const boards = [
  { lbid: '1', title: 'Classics', note: 'tracks that have stood the test of time' },
  { lbid: '2', title: 'Nadeo tracks', note: 'the tracks of the game' },
  { lbid: '0', title: 'Standard', note: 'replays of the last 30 days' },
] as const;

interface PageRequest {
  readonly url: URL;
  readonly request: Request;
  readonly locals: { readonly ctx: Ctx };
}

/** The first leaderboard that has rows; otherwise the last one. */
export async function loadFrontBoard(page: PageRequest) {
  for (const { lbid, title, note } of boards) {
    const view = await loadView(page, leaderboardList, boardFrontPage, { lbid });
    if (view.rows.length > 0 || view.problem !== null || lbid === '0') return { lbid, title, note, view };
  }
  return null;
}
