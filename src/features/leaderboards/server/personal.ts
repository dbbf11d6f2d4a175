import { sql } from 'kysely';
import type { PersonalData } from '#platform/personal-data.ts';

/** Rows of leaderboards are derived from replays; the snapshots of the last midnight are erased with them. The history is only shown on the user's page. */
export const leaderboardData: PersonalData = {
  name: 'leaderboards',
  covers: [
    'board_block.user_id',
    'board_change.user_id',
    'board_history.user_id',
    'board_snapshot.user_id',
    'counting_replay.user_id',
    'leaderboard_row.user_id',
  ],
  async erase(tx, userId, { tracks }) {
    const { code } = tx.site;
    await sql`delete from board_history where site = ${code} and user_id = ${userId}`.execute(tx.db);
    if (tracks === 'removed')
      await sql`delete from board_snapshot where site = ${code} and user_id = ${userId}`.execute(tx.db);
  },
};
