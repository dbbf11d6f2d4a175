import { sql } from 'kysely';
import type { TxCtx } from '#platform/context.ts';

/** Records that the viewer has read a thread up to a post. `watch`: those who have not chosen yet now watch it. */
export async function readTo(
  tx: Pick<TxCtx, 'db' | 'site' | 'viewer'>,
  threadId: number,
  postId: number,
  { watch = false } = {},
): Promise<void> {
  await sql`
    insert into forum_reader as r (site, user_id, thread_id, read_post_id, is_watching)
    values (${tx.site.code}, ${tx.viewer.userId}, ${threadId}, ${postId}, ${watch ? true : null})
    on conflict (site, user_id, thread_id) do update set
      read_post_id = greatest(r.read_post_id, excluded.read_post_id),
      is_watching = coalesce(r.is_watching, excluded.is_watching)
    where r.read_post_id < excluded.read_post_id or (r.is_watching is null and excluded.is_watching)`.execute(
    tx.db,
  );
}
