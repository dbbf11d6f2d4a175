import { sql } from 'kysely';
import { notify } from '#features/notices/server/actions.ts';
import { Level } from '#lib/codes/level.ts';
import type { Ctx, TxCtx } from '#platform/context.ts';
import { routes } from '#routes.ts';

interface Posted {
  readonly threadId: number;
  readonly title: string;
  readonly postId: number;
  readonly text: string;
  readonly isFirst: boolean;
}

/** Notifies those who watch the thread. Several unread posts make one notice, which leads to the first of them. */
export async function notifyOfPost(tx: TxCtx, { threadId, title, isFirst }: Posted): Promise<void> {
  if (isFirst) return;
  await notify(tx, {
    to: await watchersOf(tx, threadId),
    kind: 'forum.reply',
    text: `${tx.viewer.name} posted in "${title}".`,
    link: routes.threadUnread(threadId),
  });
}

/** Those who watch a thread; on a board of the crew only members of the crew, because a thread may have been moved there. */
async function watchersOf({ db, site }: Ctx, threadId: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select r.user_id from forum_reader r
    join forum_thread h on h.site = r.site and h.thread_id = r.thread_id
    join forum_board b on b.site = h.site and b.board_id = h.board_id
    join profile p on p.site = r.site and p.user_id = r.user_id
    where r.site = ${site.code} and r.thread_id = ${threadId} and r.is_watching
      and (b.read_level <= ${Level.standard} or exists (
        select from role_grant g where g.account_id = p.account_id and g.level >= b.read_level
          and (g.site is null or g.site = r.site)))`.execute(db);
  return rows.map((row) => row.user_id);
}
