import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import type { Ctx } from '#platform/context.ts';
import { readingOnly } from '#platform/page-cache/reads.ts';
import type { UserBoard } from '../user-boards.ts';
import { ownBoards } from '../user-boards.ts';

const position = sql<number>`board_position(site, board, environment, score, records, top10s, user_id)`;

/** A user's rows on the overall leaderboards of the site. */
export async function boardsOfUser(ctx: Ctx, userId: number): Promise<UserBoard[]> {
  const ofBoards = { board: [...ownBoards.keys()] };
  const rows = await readingOnly(
    { leaderboard_row: ofBoards, board_block: ofBoards, board_change: ofBoards },
    () =>
      forSite(ctx, 'leaderboard_row')
        .where('board', 'in', ofBoards.board)
        .where('environment', '=', 0)
        .where('user_id', '=', userId)
        .select(['board', 'score', 'records', 'top10s', 'replays', position.as('position')])
        .orderBy('board')
        .execute(),
  );
  return rows.map(({ position, ...row }) => ({ ...row, rank: position + 1 }));
}
