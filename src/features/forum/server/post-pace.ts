import { sql } from 'kysely';
import { forSite } from '#db/for-site.ts';
import { hourSeconds } from '#lib/codes/durations.ts';
import { newsBoardId } from '#lib/codes/forum.ts';
import type { TxCtx } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { betweenPostsMs, postsPerDay, sameTextMs } from '../model.ts';

/** Refuses posts that follow too quickly, and the same text in the same thread. Deleted posts count too. */
export async function assertPace(tx: TxCtx, threadId: number, text: string): Promise<void> {
  const now = tx.clock.now().getTime();
  const row = await forSite(tx, 'forum_post')
    .where('user_id', '=', tx.viewer.userId)
    .where('posted_at', '>', new Date(now - sameTextMs))
    // written by the site for the author of the news
    .where((eb) => eb.not(eb.and([eb('number', '=', 1), eb('board_id', '=', newsBoardId)])))
    .select((eb) => [
      eb.fn.max('posted_at').as('last'),
      sql<number>`count(*)::integer`.as('count'),
      sql<boolean>`coalesce(bool_or(thread_id = ${threadId} and text = ${text} and deleted_at is null), false)`.as(
        'again',
      ),
    ])
    .executeTakeFirstOrThrow();
  const waitMs = row.last ? row.last.getTime() + betweenPostsMs - now : 0;
  if (waitMs > 0) {
    const seconds = Math.ceil(waitMs / 1000);
    throw new Problem(
      429,
      `Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'} before you post again. Your text is saved here.`,
      { retryAfterSeconds: seconds },
    );
  }
  const most = tx.switches.of(tx.site.code).quotas.postsPerDay ?? postsPerDay;
  if (row.count >= most) {
    throw new Problem(429, `At most ${most} posts a day. Come back tomorrow; your text is saved here.`, {
      retryAfterSeconds: hourSeconds,
    });
  }
  if (row.again) throw new Problem(409, 'You’ve already posted this here.', { field: 'Text' });
}
